import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import { queryClient } from '#web/query-client.ts';
import { type Inputs, type Outputs, trpc } from '#web/trpc.ts';
import { type GridDefaults, gridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';
import { toast } from '#web/ui/toast.ts';

export type StageSettings = Outputs['hiring']['stages'];
export type TimelineEntry = Outputs['hiring']['timeline']['items'][number];
export type Colleague = Outputs['hiring']['colleagues'][number];
export type BulkChange = Pick<Inputs['hiring']['changeMany'], 'stage' | 'reason' | 'ownerId' | 'tag'>;

/** The list's address. `view` is absent for the table. `applicant` is the opened one. */
export type CompanyApplicantsSearch = GridSearch & { view?: 'board' | undefined; applicant?: string | undefined };

export const companyApplicantDefaults: GridDefaults = { sort: '-application_at', size: 25 };

/** The filters in the URL, with the words of the search box: a name, a phone number or an email. */
export function companyApplicantsFilter(search: GridSearch): Filter | undefined {
  const { filters } = gridRequest(search);
  const named = search.q ? [namedLike(search.q)] : [];
  const all = [...named, ...(filters ? [filters] : [])];
  return all.length > 1 ? { and: all } : all[0];
}

function namedLike(words: string): Filter {
  const digits = words.replace(/\D/g, '');
  const contains = (field: string, value: string): Filter => ({ field, operator: 'ilike', value });
  return {
    or: [contains('applicant', words), contains('email', words), ...(digits.length >= 3 ? [contains('phone', digits)] : [])],
  };
}

/** A page of the applicants of all jobs as in the URL. */
export const companyApplicantsQuery = (search: GridSearch, companyId: string | undefined) => ({
  ...trpc.hiring.search.queryOptions({
    ...gridRequest(search, companyApplicantDefaults),
    filters: companyApplicantsFilter(search),
    companyId,
  }),
  placeholderData: keepPreviousData,
});

/** One column of the board: the newest applicants of a stage. */
export const boardColumnQuery = (search: GridSearch, companyId: string | undefined, stage: string, limit: number) => {
  const rest = companyApplicantsFilter({ ...search, filters: search.filters?.filter(([field]) => field !== 'stage') });
  const inStage: Filter = { field: 'stage', operator: 'equals', value: stage };
  return {
    ...trpc.hiring.search.queryOptions({
      companyId,
      offset: 0,
      limit,
      filters: { and: [inStage, ...(rest ? [rest] : [])] },
    }),
    placeholderData: keepPreviousData,
  };
};

export const stageCountsQuery = (search: GridSearch, companyId: string | undefined) => ({
  ...trpc.hiring.stageCounts.queryOptions({
    companyId,
    filters: companyApplicantsFilter({ ...search, filters: search.filters?.filter(([field]) => field !== 'stage') }),
  }),
  placeholderData: keepPreviousData,
});

export const stagesQuery = (companyId: string | undefined) => trpc.hiring.stages.queryOptions({ companyId });
export const colleaguesQuery = (companyId: string | undefined) => trpc.hiring.colleagues.queryOptions({ companyId });
export const savedViewsQuery = (companyId: string | undefined) => trpc.hiring.savedViews.queryOptions({ companyId });
export const applicantPageQuery = (id: string) => trpc.hiring.page.queryOptions({ id });
export const timelineQuery = (applicantId: string, limit: number) => ({
  ...trpc.hiring.timeline.queryOptions({ applicantId, limit }),
  placeholderData: keepPreviousData,
});

/** Reloads everything that shows applicants. */
export async function forgetApplicants(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.hiring.pathFilter()),
    queryClient.invalidateQueries(trpc.applicants.pathFilter()),
  ]);
}

/** A refused change, such as a move that a colleague made first, reloads what it was based on. */
const reloading = {
  onError: (error: unknown) => toast.error(error),
  onSettled: forgetApplicants,
};

export const useMoveStage = () => useMutation(trpc.hiring.moveStage.mutationOptions(reloading));
export const useAssignOwner = () => useMutation(trpc.hiring.assignOwner.mutationOptions(reloading));
export const useMarkViewed = () => useMutation(trpc.hiring.markViewed.mutationOptions());
export const useAddNote = () => useMutation(trpc.hiring.addNote.mutationOptions({ onSettled: forgetApplicants }));
export const useEditNote = () => useMutation(trpc.hiring.editNote.mutationOptions({ onSettled: forgetApplicants }));
export const useDeleteNote = () => useMutation(trpc.hiring.deleteNote.mutationOptions(reloading));
export const useLogCall = () => useMutation(trpc.hiring.logCall.mutationOptions({ onSettled: forgetApplicants }));
export const useMergePeople = () => useMutation(trpc.hiring.merge.mutationOptions(reloading));
export const useChangeMany = () => useMutation(trpc.hiring.changeMany.mutationOptions({ onSettled: forgetApplicants }));

const forgetViews = () => queryClient.invalidateQueries(trpc.hiring.savedViews.pathFilter());
export const useSaveView = () => useMutation(trpc.hiring.saveView.mutationOptions({ onSuccess: forgetViews }));
export const useDeleteView = () =>
  useMutation(trpc.hiring.deleteView.mutationOptions({ onError: (error) => toast.error(error), onSettled: forgetViews }));
