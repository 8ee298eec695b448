import { useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc } from '#web/api/trpc.ts';
import { forgetSeenList } from './seen-list.ts';

export type SavedSearch = Outputs['savedSearches']['list'][number];

export const savedSearchesQuery = () => trpc.savedSearches.list.queryOptions();
export const seenJobsQuery = () => trpc.seenJobs.list.queryOptions();

const reloadSavedSearches = { onSettled: () => queryClient.invalidateQueries(trpc.savedSearches.pathFilter()) };
export const useSaveSearch = () => useMutation(trpc.savedSearches.save.mutationOptions(reloadSavedSearches));
export const useUpdateSearch = () => useMutation(trpc.savedSearches.update.mutationOptions(reloadSavedSearches));
export const useDeleteSearch = () => useMutation(trpc.savedSearches.delete.mutationOptions(reloadSavedSearches));

const reloadSeenJobs = {
  onSuccess: forgetSeenList,
  onSettled: () => queryClient.invalidateQueries(trpc.seenJobs.pathFilter()),
};
export const useRemoveSeenJob = () => useMutation(trpc.seenJobs.remove.mutationOptions(reloadSeenJobs));
export const useClearSeenJobs = () => useMutation(trpc.seenJobs.clear.mutationOptions(reloadSeenJobs));
