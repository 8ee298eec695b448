import { Box, Button } from '@mantine/core';
import { IconBriefcase, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#shared/access/access.ts';
import { flags } from '#web/flags.ts';
import { WhoseCompany } from '#web/company/WhoseCompany.tsx';
import { CardBanner } from '#web/billing/CardNotice.tsx';
import { useMe } from '#web/use-me.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { gridRequest, type GridSearch, isFiltered } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { JobBulkBar } from './JobBulkBar.tsx';
import { type BulkQuestion, JobBulkDialog } from './JobBulkDialog.tsx';
import { JobMenu } from './JobMenu.tsx';
import { jobListQuery, useLiveJobs } from './queries.ts';
import { newJobPath } from './steps.ts';
import { useJobColumns } from './job-columns.tsx';
import { t } from '#web/texts/app.ts';

type Props = {
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
  /** The company that an administrator chose. All companies' jobs without one. */
  companyId: string | undefined;
};

/** `/company/jobs`: the company's jobs with their numbers. */
export function JobListPage({ search, onSearch, companyId: requestedCompanyId }: Props) {
  const me = useMe();
  const isEmployee = me.companyId !== null;
  const companyId = isEmployee ? undefined : requestedCompanyId;
  const query = useQuery(jobListQuery(search, companyId));
  const mayEdit = can(me.roles, 'jobs.edit');
  const [bulk, setBulk] = useState<BulkQuestion | null>(null);
  const columns = useJobColumns(companyId);
  useLiveJobs(me.companyId);

  const create =
    isEmployee && can(me.roles, 'jobs.post') ? (
      <Button component={Link} to={newJobPath} color="orange" leftSection={<IconPlus size={16} aria-hidden />}>
        {t('jobs.createNewJob')}
      </Button>
    ) : null;

  /** Then the list itself has the button for the first job. */
  const isEmpty = query.data?.pagination.total === 0 && !isFiltered(search);
  return (
    <>
      {companyId && can(me.roles, 'company.list') ? (
        <Box mb="sm">
          <WhoseCompany companyId={companyId} />
        </Box>
      ) : null}
      <PageHeader
        title={t('jobs.postedJobs')}
        actions={
          <>
            <ExportButton
              path="/jobs/export"
              input={{ query: search.q, companyId, filters: gridRequest(search).filters }}
              total={query.data?.pagination.total}
            />
            {isEmpty ? null : create}
          </>
        }
      />
      {isEmployee ? <CardBanner /> : null}
      <DataGrid
        label={t('common.jobs')}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        rowName={(job) => job.title}
        bulk={(rows, clear) => <JobBulkBar jobs={rows} mayEdit={mayEdit} onAsk={(act) => setBulk({ act, jobs: rows, clear })} />}
        rowActions={(job) => <JobMenu job={job} />}
        isSteeredElsewhere={flags.newLayout}
        toolbar={
          flags.newLayout ? undefined : (
            <SearchInput
              label={t('jobs.searchJobs')}
              value={search.q ?? ''}
              onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
            />
          )
        }
        empty={
          <EmptyState title={t('jobs.noJobsYet')} icon={<IconBriefcase size={28} />} action={create}>
            {create ? t('jobs.postFirstJobStartGetting') : t('jobs.jobsCompaniesPostAppearHere')}
          </EmptyState>
        }
      />
      {bulk ? <JobBulkDialog key={bulk.act} {...bulk} onClose={() => setBulk(null)} /> : null}
    </>
  );
}
