import { Box, Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { can } from '#shared/access/access.ts';
import { fullName } from '#shared/format.ts';
import { tagsQuery } from '#web/jobs/queries.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { getFilterValues } from '#web/ui/grid/filter-values.ts';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { answerColumns } from './answer-columns.tsx';
import { applicantColumns, useListNavigation } from './applicant-columns.tsx';
import { ApplicantDrawer } from './ApplicantDrawer.tsx';
import type { ApplicantsSearch } from './applicants-search.ts';
import { ApplicantsBoard } from './ApplicantsBoard.tsx';
import { ApplicantsBulkBar } from './ApplicantsBulkBar.tsx';
import { getPagePosition } from './ApplicantSteps.tsx';
import {
  type ApplicantSource,
  applicantsQuery,
  askedQuestionsQuery,
  colleaguesQuery,
  getApplicantFilters,
  stagesQuery,
} from './queries.ts';
import { SavedViews } from './SavedViews.tsx';
import { useBoard } from './use-board.ts';

type Props = {
  source: ApplicantSource;
  search: ApplicantsSearch;
  onSearch: (next: ApplicantsSearch) => void;
  /** The job that all applicants applied to. Undefined for the applicants of all jobs. */
  jobId?: string;
  /** False while `source` is not yet known. */
  isReady?: boolean;
  /** Shows the heading, with buttons for the layout and the export. */
  renderHeader: (actions: ReactNode, total: number | undefined) => ReactNode;
  /** More filters, shown after the search box. */
  filters?: ReactNode;
  empty: ReactNode;
};

/** The applicants of one job or of all jobs, as a table or a board, with filters, bulk actions and an opened applicant. */
export function ApplicantsList(props: Props) {
  const { source, search, onSearch, jobId, isReady = true, renderHeader, filters, empty } = props;
  const { companyId, baseFilter, defaults } = source;
  const isOneJob = jobId !== undefined;
  const me = useMe();
  const mayEdit = can(me.roles, 'applicants.tag');
  const { applicant: openedId, ...listSearch } = search;
  const isBoard = search.view === 'board';
  const query = useQuery({ ...applicantsQuery(source, search), enabled: isReady && !isBoard });
  const { data: settings } = useQuery(stagesQuery(companyId));
  const { data: colleagues } = useQuery(colleaguesQuery(companyId));
  const { data: tags } = useQuery(tagsQuery(companyId ?? me.companyId));
  const { data: questions, isError: hasNoQuestions } = useQuery({
    ...askedQuestionsQuery(companyId, jobId ?? findOnlyJob(search)),
    enabled: isReady,
  });
  const listFilters = getApplicantFilters(search, baseFilter);
  const columns = useMemo(
    () => [
      ...applicantColumns({ settings, colleagues: colleagues ?? [], tags: tags ?? [], companyId, mayEdit, isOneJob }),
      ...answerColumns(hasNoQuestions ? [] : questions, search.filters),
    ],
    [settings, colleagues, tags, questions, hasNoQuestions, search.filters, companyId, mayEdit, isOneJob],
  );
  const total = query.data?.pagination.total;
  const [isTagging, setIsTagging] = useState(false);
  const setOpenApplicant = (applicant: string | undefined, shouldTag = false) => {
    setIsTagging(shouldTag);
    onSearch({ ...search, applicant, panel: applicant ? search.panel : undefined });
  };
  const board = useBoard({ source, search, isBoard, onOpen: (id) => setOpenApplicant(id) });
  const change = (next: GridSearch) => onSearch({ ...next, view: search.view, everyone: search.everyone });
  const listRef = useListNavigation({
    openedId,
    open: (id) => setOpenApplicant(id),
    tag: mayEdit ? (id) => setOpenApplicant(id, true) : undefined,
  });
  const toolbar = (
    <>
      <SearchInput
        label={t('hiring.searchApplicants')}
        value={search.q ?? ''}
        onChange={(q) => change({ ...search, q: q || undefined, page: undefined })}
      />
      {filters}
      <SavedViews search={search} companyId={companyId} onSearch={change} />
    </>
  );
  const actions = (
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
      <ExportButton path="/applicants/export" input={{ filters: listFilters, companyId }} total={isBoard ? undefined : total} />
    </>
  );
  return (
    <Box ref={listRef}>
      {renderHeader(actions, isBoard ? undefined : total)}
      {isBoard ? (
        <>
          <Group mb="md">{toolbar}</Group>
          {isReady ? (
            <ApplicantsBoard source={source} search={search} mayEdit={mayEdit} pages={board.pages} onOpen={board.openFrom} />
          ) : null}
        </>
      ) : (
        <DataGrid
          label={t('common.applicants')}
          columns={columns}
          query={query}
          search={search}
          onSearch={change}
          defaults={defaults}
          getRowName={fullName}
          onRowClick={(row) => setOpenApplicant(row.id)}
          renderBulkActions={
            mayEdit
              ? (rows, clear) => (
                  <ApplicantsBulkBar
                    key={JSON.stringify(listFilters)}
                    rows={rows}
                    total={total ?? 0}
                    filters={listFilters}
                    companyId={companyId}
                    onDone={clear}
                  />
                )
              : undefined
          }
          toolbar={toolbar}
          empty={empty}
        />
      )}
      {openedId ? (
        <ApplicantDrawer
          id={openedId}
          companyId={companyId}
          applicants={isBoard ? board.applicants : (query.data?.items ?? [])}
          pagePosition={
            isBoard
              ? board.pagePosition
              : getPagePosition({
                  source,
                  search,
                  total: total ?? 0,
                  onOpen: ({ id }, page) => onSearch({ ...search, page, applicant: id }),
                })
          }
          pageSearch={{ ...listSearch, ...(isBoard ? board.openedPage : {}), list: isOneJob ? 'job' : 'company' }}
          mayEdit={mayEdit}
          isTagging={isTagging}
          panel={search.panel}
          onPanelChange={(panel) => onSearch({ ...search, panel })}
          onSelect={(id) => setOpenApplicant(id)}
          onClose={() => setOpenApplicant(undefined)}
        />
      ) : null}
    </Box>
  );
}

/** The job of a list of all jobs that is filtered by one job. */
function findOnlyJob({ filters }: ApplicantsSearch): string | undefined {
  const jobIds = getFilterValues(filters?.find(([field]) => field === 'job'));
  return jobIds.length === 1 ? jobIds[0] : undefined;
}
