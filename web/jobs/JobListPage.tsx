import { Box, Button } from '@mantine/core';
import { IconBriefcase, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { can } from '#shared/access/access.ts';
import { CardBanner } from '#web/billing/CardNotice.tsx';
import { flags } from '#web/browser/flags.ts';
import { CompanyBreadcrumb } from '#web/company/CompanyBreadcrumb.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { toGridRequest, type GridSearch, isFiltered } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { useJobColumns } from './job-columns.tsx';
import { JobBulkBar } from './JobBulkBar.tsx';
import { type BulkConfirmation, JobBulkDialog } from './JobBulkDialog.tsx';
import { JobMenu } from './JobMenu.tsx';
import { jobListQuery, useLiveJobs } from './queries.ts';
import { newJobPath } from './steps.ts';
import { TodaySummary } from './TodaySummary.tsx';

type Props = {
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
  /** The company that an administrator chose. If it is undefined, administrators see the jobs of all companies. */
  companyId: string | undefined;
};

/** `/company/jobs`: the job list, with the number of applicants and candidates of each job. */
export function JobListPage({ search, onSearch, companyId: requestedCompanyId }: Props) {
  const me = useMe();
  const isEmployee = me.companyId !== null;
  const companyId = isEmployee ? undefined : requestedCompanyId;
  const query = useQuery(jobListQuery(search, companyId));
  const mayEdit = can(me.roles, 'jobs.edit');
  const [bulkConfirmation, setBulkConfirmation] = useState<BulkConfirmation | null>(null);
  const columns = useJobColumns(companyId);
  useLiveJobs(me.companyId);

  const createButton =
    isEmployee && can(me.roles, 'jobs.post') ? (
      <Button component={Link} to={newJobPath} color="orange" leftSection={<IconPlus size={16} aria-hidden />}>
        {t('common.createNewJob')}
      </Button>
    ) : null;

  /** An empty list shows its own button for the first job, so the header shows none. */
  const isEmpty = query.data?.pagination.total === 0 && !isFiltered(search);
  return (
    <>
      {companyId && can(me.roles, 'company.list') ? (
        <Box mb="sm">
          <CompanyBreadcrumb companyId={companyId} />
        </Box>
      ) : null}
      <PageHeader
        title={t('common.postedJobs')}
        actions={
          <>
            <ExportButton
              path="/jobs/export"
              input={{ query: search.q, companyId, filters: toGridRequest(search).filters }}
              total={query.data?.pagination.total}
            />
            {isEmpty ? null : createButton}
          </>
        }
      />
      {isEmployee ? (
        <>
          <CardBanner />
          <TodaySummary />
        </>
      ) : null}
      <DataGrid
        label={t('common.jobs')}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        getRowName={(job) => job.title}
        renderBulkActions={(rows, clearSelection) => (
          <JobBulkBar
            jobs={rows}
            mayEdit={mayEdit}
            onSelectAction={(action) => setBulkConfirmation({ action, jobs: rows, clearSelection })}
          />
        )}
        renderRowActions={(job) => <JobMenu job={job} />}
        hasOtherControls={flags.newLayout}
        toolbar={
          flags.newLayout ? undefined : (
            <SearchInput
              label={t('ui.searchJobs')}
              value={search.q ?? ''}
              onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
            />
          )
        }
        empty={
          <EmptyState title={t('jobs.noJobsYet')} icon={<IconBriefcase size={28} />} action={createButton}>
            {createButton ? t('jobs.postFirstJobHint') : t('jobs.noCompanyJobsHint')}
          </EmptyState>
        }
      />
      {bulkConfirmation ? (
        <JobBulkDialog key={bulkConfirmation.action} {...bulkConfirmation} onClose={() => setBulkConfirmation(null)} />
      ) : null}
    </>
  );
}
