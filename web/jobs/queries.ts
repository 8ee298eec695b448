import { keepPreviousData, skipToken, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listen } from '#web/api/live.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc } from '#web/api/trpc.ts';
import { sendForm } from '#web/session/authorized-fetch.ts';
import { type GridSearch, toGridRequest } from '#web/ui/grid/grid-state.ts';

export type Job = Outputs['jobs']['list']['items'][number];
export type JobDetail = Outputs['jobs']['get'];
export type BulkOutcome = Outputs['checkout']['closeJobs'];
export type Statistics = Outputs['jobs']['statistics'];

/** Counts of what needs the company's attention. */
export const todayQuery = () => trpc.hiring.today.queryOptions({});

/** A page of the job list for the URL's search parameters. Administrators can limit it to one company. */
export const jobListQuery = (search: GridSearch, companyId?: string) => ({
  ...trpc.jobs.list.queryOptions({ ...toGridRequest(search), query: search.q, companyId }),
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

/** Whether this installation has an AI service, which does not change while it runs. */
export const writingHelpQuery = { ...trpc.jobs.writing.help.queryOptions(), staleTime: Infinity };

/** Loads the job from the server instead of the cache. */
export const fetchJob = (id: string) => queryClient.fetchQuery({ ...jobQuery(id), staleTime: 0 });

export const invalidateJobs = () =>
  Promise.all([
    queryClient.invalidateQueries(trpc.jobs.pathFilter()),
    queryClient.invalidateQueries(trpc.hiring.questions.pathFilter()),
  ]);

export function useUpdateJob() {
  return useMutation(trpc.jobs.update.mutationOptions({ onSuccess: invalidateJobs }));
}

export function useDuplicateJob() {
  return useMutation(trpc.jobs.duplicate.mutationOptions({ onSuccess: invalidateJobs }));
}

export function useMoveJob() {
  return useMutation(trpc.jobs.updateAddress.mutationOptions({ onSuccess: invalidateJobs }));
}

export function useCloseJob() {
  return useMutation(trpc.checkout.closeJob.mutationOptions({ onSuccess: invalidateJobs }));
}

export function useCancelRenewal() {
  return useMutation(trpc.jobs.cancelRenewal.mutationOptions({ onSuccess: invalidateJobs }));
}

export function useResumeRenewal() {
  return useMutation(trpc.checkout.resumeRenewal.mutationOptions({ onSuccess: invalidateJobs }));
}

export function useEditAddons() {
  return useMutation(trpc.checkout.editAddons.mutationOptions({ onSuccess: invalidateJobs }));
}

export function useFreeBoost() {
  return useMutation(trpc.checkout.boostFree.mutationOptions({ onSuccess: invalidateJobs }));
}

export function useBulkClose() {
  return useMutation(trpc.checkout.closeJobs.mutationOptions({ onSettled: invalidateJobs }));
}

export function useBulkCancelRenewal() {
  return useMutation(trpc.jobs.bulk.cancelRenewal.mutationOptions({ onSettled: invalidateJobs }));
}

const invalidateTags = async () => {
  await Promise.all([invalidateJobs(), queryClient.invalidateQueries(trpc.company.tags.pathFilter())]);
};

export function useTagJob() {
  return useMutation(trpc.jobs.addTag.mutationOptions({ onSuccess: invalidateTags }));
}

export function useBulkTag() {
  return useMutation(trpc.jobs.bulk.tag.mutationOptions({ onSettled: invalidateTags }));
}

export function useUntagJob() {
  return useMutation(trpc.jobs.removeTag.mutationOptions({ onSuccess: invalidateTags }));
}

/**
 * Reloads the data that the server reports as changed, for users of a company. After a lost connection everything is reloaded,
 * because changes may have been missed.
 */
export function useLiveJobs(companyId: string | null): void {
  useEffect(() => {
    if (companyId === null) return undefined;
    let wasConnected = false;
    return listen({
      onStarted: () => {
        if (wasConnected) invalidateFor('all');
        wasConnected = true;
      },
      onNews: ({ type }) => invalidateFor(type),
    });
  }, [companyId]);
}

function invalidateFor(type: 'job' | 'order' | 'application' | 'all'): void {
  void invalidateJobs();
  void queryClient.invalidateQueries(trpc.hiring.today.pathFilter());
  if (type === 'order' || type === 'all') void queryClient.invalidateQueries(trpc.checkout.pathFilter());
  if (type === 'application' || type === 'all') {
    void queryClient.invalidateQueries(trpc.applicants.pathFilter());
    void queryClient.invalidateQueries(trpc.hiring.pathFilter());
    void queryClient.invalidateQueries(trpc.messages.pathFilter());
    void queryClient.invalidateQueries(trpc.interviews.pathFilter());
    void queryClient.invalidateQueries(trpc.followUps.pathFilter());
  }
}

/** Uploads an image for a job description. */
export async function uploadImage(file: File): Promise<string> {
  const form = new FormData();
  form.set('image', file);
  const { image_url: url } = await sendForm<{ image_url: string }>('/jobs/upload-image', form);
  return url;
}

/** The company's library of screening questions. */
export const questionLibraryQuery = (companyId: string) => trpc.jobs.questions.list.queryOptions({ companyId });

const invalidateQuestionLibrary = () => queryClient.invalidateQueries(trpc.jobs.questions.list.pathFilter());

export function useAddLibraryQuestion() {
  return useMutation(trpc.jobs.questions.add.mutationOptions({ onSuccess: invalidateQuestionLibrary }));
}

export function useUpdateLibraryQuestion() {
  return useMutation(trpc.jobs.questions.update.mutationOptions({ onSuccess: invalidateQuestionLibrary }));
}

export function useDeleteLibraryQuestion() {
  return useMutation(trpc.jobs.questions.delete.mutationOptions({ onSuccess: invalidateQuestionLibrary }));
}
