import { Group, SegmentedControl } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { can } from '#shared/access/access.ts';
import { fullName } from '#shared/format.ts';
import { tagsQuery, useLiveJobs } from '#web/jobs/queries.ts';
import { queryClient } from '#web/query-client.ts';
import { t } from '#web/texts/app.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { useMe } from '#web/use-me.ts';
import { ApplicantDrawer } from './ApplicantDrawer.tsx';
import { companyApplicantColumns } from './applicant-columns.tsx';
import { ApplicantsBoard } from './ApplicantsBoard.tsx';
import { ApplicantsBulkBar } from './ApplicantsBulkBar.tsx';
import {
  colleaguesQuery,
  companyApplicantDefaults,
  companyApplicantsFilter,
  companyApplicantsQuery,
  type CompanyApplicantsSearch,
  stagesQuery,
} from './queries.ts';
import { SavedViews } from './SavedViews.tsx';

type Props = {
  search: CompanyApplicantsSearch;
  onSearch: (next: CompanyApplicantsSearch) => void;
  /** The company that an administrator chose. */
  companyId: string | undefined;
};

/** `/company/applicants`: the applicants of all jobs of a company, as a table or a board. */
export function ApplicantsPage({ search, onSearch, companyId }: Props) {
  const me = useMe();
  const mayEdit = can(me.roles, 'applicants.tag');
  const isBoard = search.view === 'board';
  const query = useQuery({ ...companyApplicantsQuery(search, companyId), enabled: !isBoard });
  const { data: settings } = useQuery(stagesQuery(companyId));
  const { data: colleagues } = useQuery(colleaguesQuery(companyId));
  const { data: tags } = useQuery(tagsQuery(companyId ?? me.companyId));
  useLiveJobs(me.companyId);
  const columns = useMemo(
    () => companyApplicantColumns({ settings, colleagues: colleagues ?? [], tags: tags ?? [], companyId, mayEdit, search }),
    [settings, colleagues, tags, companyId, mayEdit, search],
  );
  const total = query.data?.pagination.total ?? 0;
  const open = (applicant: string | undefined) => onSearch({ ...search, applicant, panel: applicant ? search.panel : undefined });
  const change = (next: GridSearch) => onSearch({ ...next, view: search.view });
  const toolbar = (
    <>
      <SearchInput
        label={t('hiring.searchApplicants')}
        value={search.q ?? ''}
        onChange={(q) => change({ ...search, q: q || undefined, page: undefined })}
      />
      <SavedViews search={search} companyId={companyId} onSearch={change} />
    </>
  );
  return (
    <>
      <PageHeader
        title={t('common.applicants')}
        actions={
          <>
            <SegmentedControl
              aria-label={t('hiring.layout')}
              value={isBoard ? 'board' : 'table'}
              onChange={(value) => onSearch({ ...search, page: undefined, view: value === 'board' ? 'board' : undefined })}
              data={[
                { value: 'table', label: t('hiring.table') },
                { value: 'board', label: t('hiring.board') },
              ]}
            />
            <ExportButton
              path="/applicants/export"
              input={{ filters: companyApplicantsFilter(search), companyId }}
              total={isBoard ? undefined : query.data?.pagination.total}
            />
          </>
        }
      />
      {isBoard ? (
        <>
          <Group mb="md">{toolbar}</Group>
          <ApplicantsBoard search={search} companyId={companyId} mayEdit={mayEdit} onOpen={open} />
        </>
      ) : (
        <DataGrid
          label={t('common.applicants')}
          columns={columns}
          query={query}
          search={search}
          onSearch={change}
          defaults={companyApplicantDefaults}
          rowName={fullName}
          onRowClick={(row) => open(row.id)}
          bulk={
            mayEdit
              ? (rows, clear) => (
                  <ApplicantsBulkBar
                    rows={rows}
                    total={total}
                    filters={companyApplicantsFilter(search)}
                    companyId={companyId}
                    onDone={clear}
                  />
                )
              : undefined
          }
          toolbar={toolbar}
          empty={
            <EmptyState title={t('applicants.noApplicantsYet')} icon={<IconUsers size={28} />}>
              {t('hiring.applicantsOfAllJobsAppearHere')}
            </EmptyState>
          }
        />
      )}
      {search.applicant ? (
        <ApplicantDrawer
          id={search.applicant}
          companyId={companyId}
          among={isBoard ? [] : (query.data?.items ?? [])}
          pages={isBoard ? undefined : pagesOf(search, total, companyId, onSearch)}
          mayEdit={mayEdit}
          isTagging={false}
          panel={search.panel}
          onPanel={(panel) => onSearch({ ...search, panel })}
          onShow={open}
          onClose={() => open(undefined)}
        />
      ) : null}
    </>
  );
}

/** Lets the drawer go on with the next or previous page of the result. */
function pagesOf(search: CompanyApplicantsSearch, total: number, companyId: string | undefined, onSearch: Props['onSearch']) {
  const size = search.size ?? companyApplicantDefaults.size ?? 25;
  const page = search.page ?? 1;
  return {
    start: (page - 1) * size,
    total,
    goToNeighbor: async (by: 1 | -1) => {
      const next = { ...search, page: page + by === 1 ? undefined : page + by };
      const { items } = await queryClient.fetchQuery(companyApplicantsQuery(next, companyId));
      const row = by > 0 ? items[0] : items.at(-1);
      if (row) onSearch({ ...next, applicant: row.id });
    },
  };
}
