import { IconUsers } from '@tabler/icons-react';
import { JobSelect } from '#web/jobs/JobSelect.tsx';
import { useLiveJobs } from '#web/jobs/queries.ts';
import { t } from '#web/texts/app.ts';
import { getFilterValues } from '#web/ui/grid/filter-values.ts';
import { withFilter } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { useMe } from '#web/use-me.ts';
import { ApplicantsList } from './ApplicantsList.tsx';
import { type ApplicantsSearch, companyApplicantDefaults } from './queries.ts';

type Props = {
  search: ApplicantsSearch;
  onSearch: (next: ApplicantsSearch) => void;
  /** The company that an administrator chose. */
  companyId: string | undefined;
};

/** `/company/applicants`: the applicants of all jobs of a company. */
export function ApplicantsPage({ search, onSearch, companyId }: Props) {
  useLiveJobs(useMe().companyId);
  const jobFilter = search.filters?.find(([field]) => field === 'job');
  const [jobId] = jobFilter ? getFilterValues(jobFilter) : [];
  const filterByJob = (id: string | undefined) =>
    onSearch({ ...search, ...withFilter(search, 'job', id ? ['job', 'in', [id]] : null) });
  return (
    <ApplicantsList
      source={{ companyId, baseFilter: null, defaults: companyApplicantDefaults }}
      search={search}
      onSearch={onSearch}
      renderHeader={(actions) => <PageHeader title={t('common.applicants')} actions={actions} />}
      filters={<JobSelect companyId={companyId} value={jobId} onChange={filterByJob} />}
      empty={
        <EmptyState title={t('applicants.noApplicantsYet')} icon={<IconUsers size={28} />}>
          {t('hiring.applicantsOfAllJobsAppearHere')}
        </EmptyState>
      }
    />
  );
}
