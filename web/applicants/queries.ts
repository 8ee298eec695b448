import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import type { Tag } from '#shared/companies/company.ts';
import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/trpc.ts';
import { type GridSearch, gridRequest, withFilter } from '#web/ui/grid/grid-state.ts';
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
  const what = 'remove' in change ? { tagId: change.remove.id } : { cleanAll: true };
  return trpcClient.applicants.deleteTags.mutate({ jobId, applicantId, ...what });
}

/** Changes the applicant in every cached list. */
function show(id: string, change: Partial<Pick<Applicant, 'tags' | 'rating'>>): void {
  const put = <Row extends { id: string }>(row: Row): Row => (row.id === id ? { ...row, ...change } : row);
  queryClient.setQueriesData<Page>(trpc.applicants.list.queryFilter(), (page) => page && { ...page, items: page.items.map(put) });
  queryClient.setQueryData(applicantQuery(id).queryKey, (row) => row && put(row));
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
