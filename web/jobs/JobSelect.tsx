import { MultiSelect, Select } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { titleWithPlace } from '#shared/jobs/title-with-place.ts';
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
  const { options, setSearchText } = useJobOptions(companyId, value === undefined ? [] : [value]);
  return (
    <Select
      aria-label={t('common.job')}
      placeholder={t('common.allJobs')}
      searchable
      clearable
      w={{ base: '100%', xs: '18rem' }}
      value={value ?? null}
      onChange={(jobId) => onChange(jobId ?? undefined)}
      onSearchChange={setSearchText}
      filter={({ options: found }) => found}
      data={options}
    />
  );
}

type ManyProps = {
  companyId: string | undefined;
  /** The ids of the chosen jobs. None means all jobs. */
  values: readonly string[];
  onChange: (jobIds: readonly string[]) => void;
};

/** Chooses several of the company's jobs, or all of them. */
export function JobsSelect({ companyId, values, onChange }: ManyProps) {
  const { options, setSearchText } = useJobOptions(companyId, values);
  return (
    <MultiSelect
      aria-label={t('common.job')}
      placeholder={values.length === 0 ? t('common.allJobs') : undefined}
      searchable
      clearable
      w={{ base: '100%', xs: '20rem' }}
      // The frame around the chosen jobs shows the focus.
      styles={{ inputField: { outline: 'none' } }}
      value={[...values]}
      onChange={onChange}
      onSearchChange={setSearchText}
      filter={({ options: found }) => found}
      data={options}
    />
  );
}

/** The jobs that match the typed text, with the chosen ones first. Jobs of the same title are told apart by their city. */
function useJobOptions(companyId: string | undefined, chosenIds: readonly string[]) {
  const [searchText, setSearchText] = useState('');
  const { data: jobs } = useQuery(jobListQuery({ size: 50, ...(searchText && { q: searchText }) }, companyId));
  const matchingJobs = jobs?.items ?? [];
  const chosenJobs = useQueries({ queries: chosenIds.map((id) => jobQuery(id)) }).flatMap(({ data }) => data ?? []);
  const unlistedJobs = chosenJobs.filter((chosen) => !matchingJobs.some(({ id }) => id === chosen.id));
  const options = [...unlistedJobs, ...matchingJobs].map((job) => ({ value: job.id, label: titleWithPlace(job) }));
  return { options, setSearchText };
}
