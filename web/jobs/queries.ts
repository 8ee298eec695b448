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

/** A page of the job list as in the URL. For administrators optionally one company's jobs. */
export const jobListQuery = (search: GridSearch, companyId?: string) => ({
  ...trpc.jobs.list.queryOptions({ ...gridRequest(search), query: search.q, companyId }),
  placeholderData: keepPreviousData,
});

export const jobQuery = (id: string) => trpc.jobs.get.queryOptions({ id });

/** The statistics of a period, by day in the job's time zone. */
export const statisticsQuery = (id: string, span: { from: string; to: string }) => ({
  ...trpc.jobs.statistics.queryOptions({ id, ...span }),
  placeholderData: keepPreviousData,
});

/** A company's tags for its jobs and applicants. */
export const tagsQuery = (companyId: string | null | undefined) =>
  trpc.company.tags.queryOptions(companyId ? { companyId } : skipToken);

/** The job as it is stored now. */
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
 * Reloads what the server reports as changed while the screen is open, for a company's people. After a lost connection
 * everything is reloaded, because the changes meanwhile are unknown.
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
  if (type === 'application' || type === 'all') {
    void queryClient.invalidateQueries(trpc.applicants.pathFilter());
    void queryClient.invalidateQueries(trpc.hiring.pathFilter());
    void queryClient.invalidateQueries(trpc.messages.pathFilter());
  }
}

/** Uploads an image for a job description. */
export async function sendImage(file: File): Promise<string> {
  const form = new FormData();
  form.set('image', file);
  const { image_url: url } = await sendForm<{ image_url: string }>('/jobs/upload-image', form);
  return url;
}
