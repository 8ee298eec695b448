import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import type { Tag } from '#shared/companies/company.ts';
import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc, trpcClient, type Inputs } from '#web/trpc.ts';
import { type GridSearch, gridRequest, withFilter, type GridDefaults } from '#web/ui/grid/grid-state.ts';
import { toast } from '#web/ui/toast.ts';

export type Candidate = Outputs['applicants']['candidates']['items'][number];

/** The best matches near the job. At most one page is shown. */
export const candidatesQuery = (jobId: string) => trpc.applicants.candidates.queryOptions({ id: jobId, distanceLimit: true });

export type Area = Outputs['applicants']['candidateAreas']['areas'][number];

/** The approximate areas of all candidates. */
export const candidateAreasQuery = (jobId: string) => trpc.applicants.candidateAreas.queryOptions({ id: jobId });

export type Applicant = Outputs['applicants']['list']['items'][number];
type Page = Outputs['applicants']['list'];

export const applicantDefaults = { sort: 'applicant' } as const;

/** The filters in the URL. `only` adds another one. */
export function applicantsFilter(search: GridSearch, only: Filter | null): Filter | undefined {
  const { filters } = gridRequest(search);
  const all = [...(filters ? [filters] : []), ...(only ? [only] : [])];
  return all.length > 1 ? { and: all } : all[0];
}

/** A page of a job's applicants as in the URL. `only` adds another filter. */
export const applicantsQuery = (jobId: string, search: GridSearch, only: Filter | null = null) => {
  const request = gridRequest(search, applicantDefaults);
  return {
    ...trpc.applicants.list.queryOptions({ id: jobId, ...request, filters: applicantsFilter(search, only) }),
    placeholderData: keepPreviousData,
  };
};

/** The distances of all applicants that match the other filters. */
export const distancesQuery = (jobId: string, search: GridSearch, only: Filter | null) => {
  const others = withFilter(search, 'distance', null);
  return {
    ...trpc.applicants.distances.queryOptions({ id: jobId, filters: applicantsFilter(others, only) }),
    placeholderData: keepPreviousData,
  };
};

export const applicantQuery = (id: string) => trpc.applicants.get.queryOptions({ id });

export type TagChange = { applicant: Applicant } & ({ add: string } | { remove: Tag } | { cleanAll: true });

function tagsAfter(tags: readonly Tag[], change: TagChange): Tag[] {
  if ('cleanAll' in change) return [];
  if ('remove' in change) return tags.filter(({ id }) => id !== change.remove.id);
  const isThere = tags.some(({ text }) => text.toLowerCase() === change.add.toLowerCase());
  return isThere ? [...tags] : [...tags, { id: `new:${change.add}`, text: change.add }];
}

function send(jobId: string, change: TagChange): Promise<Applicant> {
  const applicantId = change.applicant.id;
  if ('add' in change) return trpcClient.applicants.tag.mutate({ jobId, applicantId, text: change.add });
  const target = 'remove' in change ? { tagId: change.remove.id } : { cleanAll: true };
  return trpcClient.applicants.deleteTags.mutate({ jobId, applicantId, ...target });
}

/** Changes the applicant in every cached list. */
function show(id: string, change: Partial<Pick<Applicant, 'tags' | 'rating'>>): void {
  const withUpdate = <Row extends { id: string }>(row: Row): Row => (row.id === id ? { ...row, ...change } : row);
  queryClient.setQueriesData<Page>(
    trpc.applicants.list.queryFilter(),
    (page) => page && { ...page, items: page.items.map(withUpdate) },
  );
  queryClient.setQueryData(applicantQuery(id).queryKey, (row) => row && withUpdate(row));
}

/** Shown immediately, and undone if the server refuses (`docs/product/screens.md#forms`). */
export function useChangeTags(jobId: string) {
  return useMutation({
    mutationFn: (change: TagChange) => send(jobId, change),
    onMutate: async (change) => {
      await queryClient.cancelQueries(trpc.applicants.pathFilter());
      show(change.applicant.id, { tags: tagsAfter(change.applicant.tags, change) });
    },
    onError: (error, { applicant }) => {
      show(applicant.id, { tags: applicant.tags });
      toast.error(error);
    },
    onSuccess: ({ id, tags }) => show(id, { tags }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.applicants.pathFilter()),
        queryClient.invalidateQueries(trpc.hiring.pathFilter()),
        queryClient.invalidateQueries(trpc.company.tags.pathFilter()),
      ]),
  });
}

export type RatingChange = { applicant: Applicant; rating: number | null };

/** Shown immediately, and undone if the server refuses (`docs/product/screens.md#forms`). */
export function useRate(jobId: string) {
  return useMutation({
    mutationFn: ({ applicant, rating }: RatingChange) =>
      trpcClient.applicants.rate.mutate({ jobId, applicantId: applicant.id, rating }),
    onMutate: async ({ applicant, rating }) => {
      await queryClient.cancelQueries(trpc.applicants.pathFilter());
      show(applicant.id, { rating });
    },
    onError: (error, { applicant }) => {
      show(applicant.id, { rating: applicant.rating });
      toast.error(error);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.applicants.pathFilter()),
        queryClient.invalidateQueries(trpc.hiring.pathFilter()),
      ]),
  });
}

export type StageSettings = Outputs['hiring']['stages'];
export type TimelineEntry = Outputs['hiring']['timeline']['items'][number];
export type Colleague = Outputs['hiring']['colleagues'][number];
export type BulkChange = Pick<Inputs['hiring']['changeMany'], 'stage' | 'reason' | 'ownerId' | 'tag'>;

/** The list's address. `view` is absent for the table. `applicant` is the opened one, and `panel` what is opened of it. */
export type CompanyApplicantsSearch = GridSearch & {
  view?: 'board' | undefined;
  applicant?: string | undefined;
  panel?: 'messages' | undefined;
};

export const companyApplicantDefaults: GridDefaults = { sort: '-application_at', size: 25 };

/** The filters in the URL, with the words of the search box: a name, a phone number or an email. */
export function companyApplicantsFilter(search: GridSearch): Filter | undefined {
  const { filters } = gridRequest(search);
  const nameFilters = search.q ? [searchFilter(search.q)] : [];
  const all = [...nameFilters, ...(filters ? [filters] : [])];
  return all.length > 1 ? { and: all } : all[0];
}

function searchFilter(words: string): Filter {
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
  const otherFilters = companyApplicantsFilter({ ...search, filters: search.filters?.filter(([field]) => field !== 'stage') });
  const stageFilter: Filter = { field: 'stage', operator: 'equals', value: stage };
  return {
    ...trpc.hiring.search.queryOptions({
      companyId,
      offset: 0,
      limit,
      filters: { and: [stageFilter, ...(otherFilters ? [otherFilters] : [])] },
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

export type HiringReport = Outputs['reports']['hiring'];
export type HiringReportJob = Outputs['reports']['hiringJobs']['items'][number];
type ReportFilters = Inputs['reports']['hiring'];

/** The hiring report of a period. */
export const hiringReportQuery = (filters: ReportFilters) => ({
  ...trpc.reports.hiring.queryOptions(filters),
  placeholderData: keepPreviousData,
});

/** A page of the hiring report by job. */
export const hiringReportJobsQuery = (filters: ReportFilters, search: GridSearch) => {
  const { offset, limit, orders } = gridRequest(search, { sort: '-applicants' });
  return {
    ...trpc.reports.hiringJobs.queryOptions({ ...filters, offset, limit, orders }),
    placeholderData: keepPreviousData,
  };
};

export const stagesQuery = (companyId: string | undefined) => trpc.hiring.stages.queryOptions({ companyId });
export const colleaguesQuery = (companyId: string | undefined) => trpc.hiring.colleagues.queryOptions({ companyId });
export const savedViewsQuery = (companyId: string | undefined) => trpc.hiring.savedViews.queryOptions({ companyId });
export const applicantPageQuery = (id: string) => trpc.hiring.page.queryOptions({ id });
export const timelineQuery = (applicantId: string, limit: number) => ({
  ...trpc.hiring.timeline.queryOptions({ applicantId, limit }),
  placeholderData: keepPreviousData,
});

/** Reloads everything that shows applicants. */
async function forgetApplicants(): Promise<void> {
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

const invalidateViews = () => queryClient.invalidateQueries(trpc.hiring.savedViews.pathFilter());
export const useSaveView = () => useMutation(trpc.hiring.saveView.mutationOptions({ onSuccess: invalidateViews }));
export const useDeleteView = () =>
  useMutation(trpc.hiring.deleteView.mutationOptions({ onError: (error) => toast.error(error), onSettled: invalidateViews }));
