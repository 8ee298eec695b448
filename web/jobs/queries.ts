import { keepPreviousData, skipToken, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendForm } from '#web/authorized-fetch.ts';
import { listen } from '#web/live.ts';
import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc } from '#web/trpc.ts';
import { type GridSearch, gridRequest } from '#web/ui/grid/grid-state.ts';

export type Job = Outputs['jobs']['list']['items'][number];
export type JobDetail = Outputs['jobs']['get'];
export type BulkOutcome = Outputs['jobs']['bulk']['close'];
export type Statistics = Outputs['jobs']['statistics'];

/** A page of the job list, as the URL asks for it; for administrators of one company's. */
export const jobListQuery = (search: GridSearch, companyId?: string) => ({
  ...trpc.jobs.list.queryOptions({ ...gridRequest(search), query: search.q, companyId }),
  placeholderData: keepPreviousData,
});

export const jobQuery = (id: string) => trpc.jobs.get.queryOptions({ id });

/** How it does in the days from one to another, in the job's zone. */
export const statisticsQuery = (id: string, span: { from: string; to: string }) => ({
  ...trpc.jobs.statistics.queryOptions({ id, ...span }),
  placeholderData: keepPreviousData,
});

/** The tags that a company uses for its jobs and applicants. */
export const tagsQuery = (companyId: string | null | undefined) =>
  trpc.company.tags.queryOptions(companyId ? { companyId } : skipToken);

/** As it is stored now. */
export const readJob = (id: string) => queryClient.fetchQuery({ ...jobQuery(id), staleTime: 0 });

export const forgetJobs = () => queryClient.invalidateQueries(trpc.jobs.pathFilter());

export function useUpdateJob() {
  return useMutation(trpc.jobs.update.mutationOptions({ onSuccess: forgetJobs }));
}

export function useDuplicateJob() {
  return useMutation(trpc.jobs.duplicate.mutationOptions({ onSuccess: forgetJobs }));
}

export function useMoveJob() {
  return useMutation(trpc.jobs.updateAddress.mutationOptions({ onSuccess: forgetJobs }));
}

export function useCloseJob() {
  return useMutation(trpc.jobs.close.mutationOptions({ onSuccess: forgetJobs }));
}

export function useCancelRenewal() {
  return useMutation(trpc.jobs.cancelRenewal.mutationOptions({ onSuccess: forgetJobs }));
}

export function useResumeRenewal() {
  return useMutation(trpc.checkout.resumeRenewal.mutationOptions({ onSuccess: forgetJobs }));
}

export function useEditAddons() {
  return useMutation(trpc.checkout.editAddons.mutationOptions({ onSuccess: forgetJobs }));
}

export function useFreeBoost() {
  return useMutation(trpc.checkout.boostFree.mutationOptions({ onSuccess: forgetJobs }));
}

export function useBulkClose() {
  return useMutation(trpc.jobs.bulk.close.mutationOptions({ onSettled: forgetJobs }));
}

export function useBulkCancelRenewal() {
  return useMutation(trpc.jobs.bulk.cancelRenewal.mutationOptions({ onSettled: forgetJobs }));
}

const forgetTags = async () => {
  await Promise.all([forgetJobs(), queryClient.invalidateQueries(trpc.company.tags.pathFilter())]);
};

export function useTagJob() {
  return useMutation(trpc.jobs.addTag.mutationOptions({ onSuccess: forgetTags }));
}

export function useBulkTag() {
  return useMutation(trpc.jobs.bulk.tag.mutationOptions({ onSettled: forgetTags }));
}

export function useUntagJob() {
  return useMutation(trpc.jobs.removeTag.mutationOptions({ onSuccess: forgetTags }));
}

/**
 * Asks again for what the server says has changed, while the screen is open; for people of a company. What happened while
 * there was no connection nobody says: after a gap all of it is asked for.
 */
export function useLiveJobs(companyId: string | null): void {
  useEffect(() => {
    if (companyId === null) return undefined;
    let wasConnected = false;
    return listen({
      onStarted: () => {
        if (wasConnected) forget('all');
        wasConnected = true;
      },
      onNews: ({ type }) => forget(type),
    });
  }, [companyId]);
}

function forget(type: 'job' | 'order' | 'application' | 'all'): void {
  void forgetJobs();
  if (type === 'order' || type === 'all') void queryClient.invalidateQueries(trpc.checkout.pathFilter());
  if (type === 'application' || type === 'all') void queryClient.invalidateQueries(trpc.applicants.pathFilter());
}

/** A picture for a job's description. */
export async function sendImage(file: File): Promise<string> {
  const form = new FormData();
  form.set('image', file);
  const { image_url: url } = await sendForm<{ image_url: string }>('/jobs/upload-image', form);
  return url;
}
