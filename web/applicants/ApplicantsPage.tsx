import { IconUsers } from '@tabler/icons-react';
import { JobsSelect } from '#web/jobs/JobSelect.tsx';
import { useLiveJobs } from '#web/jobs/queries.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { getFilterValues } from '#web/ui/grid/filter-values.ts';
import { withFilter } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import type { ApplicantsSearch } from './applicants-search.ts';
import { ApplicantsList } from './ApplicantsList.tsx';
import { companyApplicantDefaults } from './queries.ts';

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
  const jobIds = jobFilter ? getFilterValues(jobFilter) : [];
  const filterByJobs = (ids: readonly string[]) =>
    onSearch({ ...search, ...withFilter(search, 'job', ids.length > 0 ? ['job', 'in', [...ids]] : null) });
  return (
    <ApplicantsList
      source={{ companyId, baseFilter: null, defaults: companyApplicantDefaults }}
      search={search}
      onSearch={onSearch}
      renderHeader={(actions) => <PageHeader title={t('common.applicants')} actions={actions} />}
      filters={<JobsSelect companyId={companyId} values={jobIds} onChange={filterByJobs} />}
      empty={
        <EmptyState title={t('common.noApplicantsYet')} icon={<IconUsers size={28} />}>
          {t('hiring.noApplicantsHint')}
        </EmptyState>
      }
    />
  );
}
