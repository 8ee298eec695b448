import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { Tag } from '#shared/applicant.ts';
import type { Filter } from '#shared/list.ts';
import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/trpc.ts';
import { type GridSearch, gridRequest } from '#web/ui/grid/grid-state.ts';
import { toast } from '#web/ui/toast.ts';

export type Applicant = Outputs['applicants']['list']['items'][number];
type Page = Outputs['applicants']['list'];

export const applicantDefaults = { sort: 'applicant' } as const;

/** A page of a job's applicants, as the URL asks for it; `only` narrows it further. */
export const applicantsQuery = (jobId: string, search: GridSearch, only: Filter | null = null) => {
  const { filters, ...request } = gridRequest(search, applicantDefaults);
  const all = [...(filters ? [filters] : []), ...(only ? [only] : [])];
  return {
    ...trpc.applicants.list.queryOptions({ id: jobId, ...request, filters: all.length > 1 ? { and: all } : all[0] }),
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

/** Puts these tags on the applicant wherever the screen holds a copy. */
function show(id: string, tags: Tag[]): void {
  const put = <Row extends { id: string; tags: Tag[] }>(row: Row): Row => (row.id === id ? { ...row, tags } : row);
  queryClient.setQueriesData<Page>(trpc.applicants.list.queryFilter(), (page) => page && { ...page, items: page.items.map(put) });
  queryClient.setQueryData(applicantQuery(id).queryKey, (row) => row && put(row));
}

/** Shown at once, undone when the server refuses (`ui: Behaviour`). */
export function useChangeTags(jobId: string) {
  return useMutation({
    mutationFn: (change: TagChange) => send(jobId, change),
    onMutate: async (change) => {
      await queryClient.cancelQueries(trpc.applicants.pathFilter());
      show(change.applicant.id, tagsAfter(change.applicant.tags, change));
    },
    onError: (error, { applicant }) => {
      show(applicant.id, applicant.tags);
      toast.error(error);
    },
    onSuccess: (applicant) => show(applicant.id, applicant.tags),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.applicants.pathFilter()),
        queryClient.invalidateQueries(trpc.company.tags.pathFilter()),
      ]),
  });
}
