import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#web/texts/app.ts';
import { jobListQuery, jobQuery } from './queries.ts';

type Props = {
  /** The company that an administrator chose. Undefined for the user's own company. */
  companyId: string | undefined;
  /** The id of the chosen job. Undefined means all jobs. */
  value: string | undefined;
  onChange: (jobId: string | undefined) => void;
};

/** Chooses one of the company's jobs, or all of them. Typing searches the jobs on the server. */
export function JobSelect({ companyId, value, onChange }: Props) {
  const [searchText, setSearchText] = useState('');
  const { data: jobs } = useQuery(jobListQuery({ size: 50, ...(searchText && { q: searchText }) }, companyId));
  const { data: chosenJob } = useQuery({ ...jobQuery(value ?? ''), enabled: value !== undefined });
  const matchingJobs = jobs?.items ?? [];
  const isListed = !chosenJob || matchingJobs.some(({ id }) => id === chosenJob.id);
  return (
    <Select
      aria-label={t('common.job')}
      placeholder={t('reports.allJobs')}
      searchable
      clearable
      w={{ base: '100%', xs: '18rem' }}
      value={value ?? null}
      onChange={(jobId) => onChange(jobId ?? undefined)}
      onSearchChange={setSearchText}
      filter={({ options }) => options}
      data={[...(isListed ? [] : [chosenJob]), ...matchingJobs].map(({ id, title }) => ({ value: id, label: title }))}
    />
  );
}
