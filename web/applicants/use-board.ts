import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Stage } from '#shared/applicants/stages.ts';
import { queryClient } from '#web/api/query-client.ts';
import type { ApplicantPageSearch, ApplicantsSearch } from './applicants-search.ts';
import { type ApplicantSource, applicantQuery, boardColumnQuery, boardPageSize, getApplicantFilters } from './queries.ts';

type PageCounts = Partial<Record<Stage, number>>;
export type BoardPages = { getCount: (stage: Stage) => number; addPage: (stage: Stage) => void };

/** How many pages each column of the board shows. Other filters start again with one page. */
function useBoardPages(source: ApplicantSource, search: ApplicantsSearch): BoardPages {
  const key = JSON.stringify(getApplicantFilters(search, source.baseFilter));
  const [shown, setShown] = useState<{ key: string; counts: PageCounts }>({ key, counts: {} });
  const counts = shown.key === key ? shown.counts : {};
  const getCount = (stage: Stage) => counts[stage] ?? 1;
  return { getCount, addPage: (stage) => setShown({ key, counts: { ...counts, [stage]: getCount(stage) + 1 } }) };
}

/** The applicants of a column, of the first pages. */
export function useBoardColumn(source: ApplicantSource, search: ApplicantsSearch, stage: Stage | null, pageCount: number) {
  const results = useQueries({
    queries: Array.from({ length: stage ? pageCount : 0 }, (_, page) => boardColumnQuery(source, search, stage ?? '', page)),
  });
  const [firstResult] = results;
  const items = results.flatMap(({ data }) => data?.items ?? []);
  return {
    // While the pages are loaded again, an applicant who moved down can be on two of them.
    items: [...new Map(items.map((item) => [item.id, item])).values()],
    total: firstResult?.data?.pagination.total,
    isFetching: results.some(({ isFetching }) => isFetching),
    error: results.find(({ error }) => error)?.error ?? null,
    refetch: () => void Promise.all(results.map(({ refetch }) => refetch())),
  };
}

type Input = {
  source: ApplicantSource;
  search: ApplicantsSearch;
  isBoard: boolean;
  onOpen: (id: string) => void;
};

/**
 * The pages of the board, and the column of the applicant who was opened on it. Previous and next stay in that column, also
 * after a change has moved the applicant to another one.
 */
export function useBoard({ source, search, isBoard, onOpen }: Input) {
  const pages = useBoardPages(source, search);
  const [openedStage, setOpenedStage] = useState<Stage | null>(null);
  const openedId = isBoard ? search.applicant : undefined;
  const { data: applicant, isFetching } = useQuery({ ...applicantQuery(openedId ?? ''), enabled: openedId !== undefined });
  if (openedId === undefined && openedStage !== null) setOpenedStage(null);
  // A link can open the applicant without a click on the board.
  if (openedId !== undefined && openedStage === null && applicant && !isFetching) setOpenedStage(applicant.stage);
  const stage = openedId === undefined ? null : openedStage;
  const { items, total } = useBoardColumn(source, search, stage, stage ? pages.getCount(stage) : 0);
  const loadNextPage = async () => {
    if (!stage) return null;
    const page = await queryClient.fetchQuery(boardColumnQuery(source, search, stage, pages.getCount(stage)));
    pages.addPage(stage);
    const [next] = page.items;
    return next ? () => onOpen(next.id) : null;
  };
  const openedIndex = items.findIndex(({ id }) => id === openedId);
  const openedPage: Pick<ApplicantPageSearch, 'column' | 'page'> = {
    column: stage ?? undefined,
    page: openedIndex < boardPageSize ? undefined : Math.floor(openedIndex / boardPageSize) + 1,
  };
  return {
    pages,
    openedPage,
    applicants: items,
    pagePosition: { start: 0, total: total ?? 0, loadAdjacentPage: loadNextPage },
    openFrom: (id: string, column: Stage) => {
      setOpenedStage(column);
      onOpen(id);
    },
  };
}
