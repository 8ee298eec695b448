import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Tag } from '#shared/companies/company.ts';
import { applicantFields } from '#shared/drivers/applicant-fields.ts';
import type { Filter } from '#shared/lists/list.ts';
import { defaultLimit } from '#shared/lists/paging.ts';
import { phoneDigits } from '#shared/phone.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc, trpcClient, type Inputs } from '#web/api/trpc.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { type GridSearch, toGridRequest, withFilter, type GridDefaults } from '#web/ui/grid/grid-state.ts';
import { toast } from '#web/ui/toast.ts';

export type Candidate = Outputs['applicants']['candidates']['items'][number];

/** The best matches near the job. At most one page is shown. */
export const candidatesQuery = (jobId: string) => trpc.applicants.candidates.queryOptions({ id: jobId, distanceLimit: true });

type Candidates = Outputs['applicants']['candidates'];

/** Updates the invitation in the cached list. The list is not reloaded, because its order could change. */
export function useInvite(jobId: string) {
  return useMutation({
    mutationFn: (userId: string) => trpcClient.applicants.invite.mutate({ jobId, userId }),
    onSuccess: ({ userId, invitation }) =>
      queryClient.setQueryData<Candidates>(
        candidatesQuery(jobId).queryKey,
        (page) => page && { ...page, items: page.items.map((item) => (item.userId === userId ? { ...item, invitation } : item)) },
      ),
    onError: (error) => {
      toast.error(error);
      return queryClient.invalidateQueries(trpc.applicants.candidates.queryFilter());
    },
  });
}

export type Area = Outputs['applicants']['candidateAreas']['areas'][number];

/** The approximate areas of all candidates. */
export const candidateAreasQuery = (jobId: string) => trpc.applicants.candidateAreas.queryOptions({ id: jobId });

export type Applicant = Outputs['hiring']['search']['items'][number];
type Page = Outputs['hiring']['search'];

/** The number of applicants by distance. It ignores the filter by distance, so every band has its number. */
export const distancesQuery = (jobId: string, search: GridSearch, experienceFilter: Filter | null) => {
  const filters = getApplicantFilters(withFilter(search, 'distance', null), experienceFilter);
  return {
    ...trpc.applicants.distances.queryOptions({ id: jobId, filters }),
    placeholderData: keepPreviousData,
  };
};

export const applicantQuery = (id: string) => trpc.applicants.get.queryOptions({ id });

export type TagChange = { applicant: Applicant } & ({ add: string } | { remove: Tag } | { cleanAll: true });

function applyTagChange(tags: readonly Tag[], change: TagChange): Tag[] {
  if ('cleanAll' in change) return [];
  if ('remove' in change) return tags.filter(({ id }) => id !== change.remove.id);
  const isAlreadyTagged = tags.some(({ text }) => text.toLowerCase() === change.add.toLowerCase());
  return isAlreadyTagged ? [...tags] : [...tags, { id: `new:${change.add}`, text: change.add }];
}

function sendTagChange(jobId: string, change: TagChange): Promise<Applicant> {
  const applicantId = change.applicant.id;
  if ('add' in change) return trpcClient.applicants.tag.mutate({ jobId, applicantId, text: change.add });
  const target = 'remove' in change ? { tagId: change.remove.id } : { cleanAll: true };
  return trpcClient.applicants.deleteTags.mutate({ jobId, applicantId, ...target });
}

/** Cancels running queries, whose answers would overwrite a change that is already shown. */
const cancelApplicantQueries = () =>
  Promise.all([
    queryClient.cancelQueries(trpc.hiring.search.queryFilter()),
    queryClient.cancelQueries(trpc.applicants.pathFilter()),
  ]);

/**
 * Changes the applicant in every cached list. The lists are not loaded again, because another order would move the rows while
 * the user goes through them.
 */
function updateCachedApplicant(id: string, change: Partial<Pick<Applicant, 'tags' | 'rating'>>): void {
  const withUpdate = <Row extends { id: string }>(row: Row): Row => (row.id === id ? { ...row, ...change } : row);
  queryClient.setQueriesData<Page>(
    trpc.hiring.search.queryFilter(),
    (page) => page && { ...page, items: page.items.map(withUpdate) },
  );
  queryClient.setQueryData(applicantQuery(id).queryKey, (row) => row && withUpdate(row));
}

/** The change is shown immediately and undone if the server refuses it (`docs/product/screens.md#forms`). */
export function useChangeTags(jobId: string) {
  return useMutation({
    mutationFn: (change: TagChange) => sendTagChange(jobId, change),
    onMutate: async (change) => {
      await cancelApplicantQueries();
      updateCachedApplicant(change.applicant.id, { tags: applyTagChange(change.applicant.tags, change) });
    },
    onError: (error, { applicant }) => {
      updateCachedApplicant(applicant.id, { tags: applicant.tags });
      toast.error(error);
    },
    onSuccess: ({ id, tags }) => updateCachedApplicant(id, { tags }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.applicants.pathFilter()),
        queryClient.invalidateQueries(trpc.hiring.timeline.pathFilter()),
        queryClient.invalidateQueries(trpc.company.tags.pathFilter()),
      ]),
  });
}

export type RatingChange = { applicant: Applicant; rating: number | null };

/** The change is shown immediately and undone if the server refuses it (`docs/product/screens.md#forms`). */
export function useRate(jobId: string) {
  return useMutation({
    mutationFn: ({ applicant, rating }: RatingChange) =>
      trpcClient.applicants.rate.mutate({ jobId, applicantId: applicant.id, rating }),
    onMutate: async ({ applicant, rating }) => {
      await cancelApplicantQueries();
      updateCachedApplicant(applicant.id, { rating });
    },
    onError: (error, { applicant }) => {
      updateCachedApplicant(applicant.id, { rating: applicant.rating });
      toast.error(error);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.applicants.pathFilter()),
        queryClient.invalidateQueries(trpc.hiring.timeline.pathFilter()),
      ]),
  });
}

export type StageSettings = Outputs['hiring']['stages'];
export type TimelineEntry = Outputs['hiring']['timeline']['items'][number];
export type Colleague = Outputs['hiring']['colleagues'][number];
export type WholeResult = Outputs['hiring']['countSelection'];
export type BulkChange = Pick<Inputs['hiring']['changeMany'], 'stage' | 'reason' | 'ownerId' | 'tag'>;

/** The applicants that a screen lists: those of all jobs of a company, or those that `baseFilter` finds, such as one job's. */
export type ApplicantSource = {
  /** The company that an administrator chose. Undefined for the user's own company. */
  companyId: string | undefined;
  baseFilter: Filter | null;
  defaults: GridDefaults;
};

export const companyApplicantDefaults: GridDefaults = { sort: '-application_at', size: 25 };
export const jobApplicantDefaults: GridDefaults = { sort: applicantFields.lastName.list.name, size: 25 };

const combineFilters = (filters: readonly (Filter | null | undefined)[]): Filter | undefined => {
  const conditions = filters.filter((filter) => filter !== null && filter !== undefined);
  return conditions.length > 1 ? { and: conditions } : conditions[0];
};

/** The filters in the URL with the words of the search box (a name, a phone number or an email) and a screen's own filter. */
export const getApplicantFilters = (search: GridSearch, baseFilter: Filter | null): Filter | undefined =>
  combineFilters([baseFilter, search.q ? searchFilter(search.q) : null, toGridRequest(search).filters]);

/** The applicants of one job, without those whom the company's experience filter hides. */
export const getJobFilter = (jobId: string, experienceFilter: Filter | null): Filter | null =>
  combineFilters([{ field: 'job', operator: 'in', value: [jobId] }, experienceFilter]) ?? null;

function searchFilter(searchText: string): Filter {
  const digits = phoneDigits(searchText) || searchText.replace(/\D/g, '');
  const contains = (field: string, value: string): Filter => ({ field, operator: 'ilike', value });
  return {
    or: [
      contains('applicant', searchText),
      contains('email', searchText),
      ...(digits.length >= 3 ? [contains('phone', digits)] : []),
    ],
  };
}

/** A page of applicants for the URL's search parameters. */
export const applicantsQuery = ({ companyId, baseFilter, defaults }: ApplicantSource, search: GridSearch) => ({
  ...trpc.hiring.search.queryOptions({
    ...toGridRequest(search, defaults),
    filters: getApplicantFilters(search, baseFilter),
    companyId,
  }),
  placeholderData: keepPreviousData,
});

const withoutStage = (search: GridSearch): GridSearch => withFilter(search, 'stage', null);

export const boardPageSize = 25;

/** A page of a column of the board: the applicants of a stage, the newest first. */
export const boardColumnQuery = ({ companyId, baseFilter }: ApplicantSource, search: GridSearch, stage: string, page: number) => {
  const stageFilter: Filter = { field: 'stage', operator: 'equals', value: stage };
  const filters = combineFilters([stageFilter, getApplicantFilters(withoutStage(search), baseFilter)]);
  return {
    ...trpc.hiring.search.queryOptions({ companyId, offset: page * boardPageSize, limit: boardPageSize, filters }),
    placeholderData: keepPreviousData,
  };
};

type ListPage = GridSearch & { column?: string | undefined };

/** The page of the table, or of a column of the board, that an applicant was opened from. */
export const listPageQuery = (source: ApplicantSource, { column, ...search }: ListPage) =>
  column ? boardColumnQuery(source, search, column, (search.page ?? 1) - 1) : applicantsQuery(source, search);

export const getListPageSize = ({ defaults }: ApplicantSource, { column, size }: ListPage): number =>
  column ? boardPageSize : (size ?? defaults.size ?? defaultLimit);

export const stageCountsQuery = ({ companyId, baseFilter }: ApplicantSource, search: GridSearch) => ({
  ...trpc.hiring.stageCounts.queryOptions({ companyId, filters: getApplicantFilters(withoutStage(search), baseFilter) }),
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
  const { offset, limit, orders } = toGridRequest(search, { sort: '-applicants' });
  return {
    ...trpc.reports.hiringJobs.queryOptions({ ...filters, offset, limit, orders }),
    placeholderData: keepPreviousData,
  };
};

export const stagesQuery = (companyId: string | undefined) => trpc.hiring.stages.queryOptions({ companyId });
/** The questions that the jobs of a company, or one of them, ask their applicants. */
export const askedQuestionsQuery = (companyId: string | undefined, jobId: string | undefined) => ({
  ...trpc.hiring.questions.queryOptions({ companyId, jobId }),
  placeholderData: keepPreviousData,
});
export const colleaguesQuery = (companyId: string | undefined) => trpc.hiring.colleagues.queryOptions({ companyId });
export const savedViewsQuery = (companyId: string | undefined) => trpc.hiring.savedViews.queryOptions({ companyId });
export const applicantPageQuery = (id: string) => trpc.hiring.page.queryOptions({ id });

/** The company that an applicant applied to, which for staff is not their own. Undefined while it loads. */
export function useCompanyName(applicantId: string | undefined): string | undefined {
  const me = useMe();
  const isStaff = me.companyId === null;
  const { data } = useQuery({ ...applicantPageQuery(applicantId ?? ''), enabled: isStaff && applicantId !== undefined });
  return isStaff ? data?.companyName : (me.companyName ?? undefined);
}
export const timelineQuery = (applicantId: string, limit: number) => ({
  ...trpc.hiring.timeline.queryOptions({ applicantId, limit }),
  placeholderData: keepPreviousData,
});

/** Reloads everything that shows applicants. */
async function invalidateApplicants(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.hiring.pathFilter()),
    queryClient.invalidateQueries(trpc.applicants.pathFilter()),
  ]);
}

/**
 * Shows errors and reloads the applicants. If a change was refused, for example because a colleague made it first, the screen
 * then shows the current state.
 */
const reloadOptions = {
  onError: (error: unknown) => toast.error(error),
  onSettled: invalidateApplicants,
};

export const useMoveStage = () => useMutation(trpc.hiring.moveStage.mutationOptions(reloadOptions));
export const useAssignOwner = () => useMutation(trpc.hiring.assignOwner.mutationOptions(reloadOptions));
export const useMarkViewed = () => useMutation(trpc.hiring.markViewed.mutationOptions());
export const useAddNote = () => useMutation(trpc.hiring.addNote.mutationOptions({ onSettled: invalidateApplicants }));
export const useEditNote = () => useMutation(trpc.hiring.editNote.mutationOptions({ onSettled: invalidateApplicants }));
export const useDeleteNote = () => useMutation(trpc.hiring.deleteNote.mutationOptions(reloadOptions));
export const useLogCall = () => useMutation(trpc.hiring.logCall.mutationOptions({ onSettled: invalidateApplicants }));
export const useMergePeople = () => useMutation(trpc.hiring.merge.mutationOptions(reloadOptions));
export const useChangeMany = () => useMutation(trpc.hiring.changeMany.mutationOptions({ onSettled: invalidateApplicants }));

const invalidateViews = () => queryClient.invalidateQueries(trpc.hiring.savedViews.pathFilter());
export const useSaveView = () => useMutation(trpc.hiring.saveView.mutationOptions({ onSuccess: invalidateViews }));
export const useDeleteView = () =>
  useMutation(trpc.hiring.deleteView.mutationOptions({ onError: (error) => toast.error(error), onSettled: invalidateViews }));
