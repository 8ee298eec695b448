import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc } from '#web/api/trpc.ts';

export type Interview = Outputs['interviews']['ofApplicant'][number];

/** Interviews change with the time, and drivers receive no live events, so an open screen reloads regularly. */
const pollMs = 30_000;

export const applicantInterviewsQuery = (applicantId: string) => trpc.interviews.ofApplicant.queryOptions({ applicantId });
export const pageSize = 25;
/** A page of the company's upcoming interviews. */
export const companyInterviewsQuery = (page: number, companyId: string | undefined) => ({
  ...trpc.interviews.upcoming.queryOptions({ companyId, offset: (page - 1) * pageSize, limit: pageSize }),
  placeholderData: keepPreviousData,
  refetchInterval: pollMs,
});
export const myInterviewsQuery = () => ({
  ...trpc.interviews.mine.queryOptions({ offset: 0, limit: 20 }),
  refetchInterval: pollMs,
});

/** Reloads all data that includes interviews. */
export async function invalidateInterviews(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.interviews.pathFilter()),
    queryClient.invalidateQueries(trpc.hiring.timeline.pathFilter()),
  ]);
}

/**
 * Reloads the interviews after every change. If the server refused it, for example because the chosen time was replaced, the
 * screen then shows the current state.
 */
const reloadOptions = { onSettled: invalidateInterviews };
export const usePropose = () => useMutation(trpc.interviews.propose.mutationOptions(reloadOptions));
export const useCancelInterview = () => useMutation(trpc.interviews.cancel.mutationOptions(reloadOptions));
export const useChooseTime = () => useMutation(trpc.interviews.choose.mutationOptions(reloadOptions));
export const useDeclineTimes = () => useMutation(trpc.interviews.decline.mutationOptions(reloadOptions));
