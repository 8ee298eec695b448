import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { InterviewList } from '#shared/applicants/interview.ts';
import { codeOf } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';

export type Interview = Outputs['interviews']['ofApplicant'][number];
export type BusyTime = Outputs['interviews']['busyTimes'][number];
export type LinkedInterview = Outputs['interviews']['ofLink'];

/** Interviews change with the time, and drivers receive no live events, so an open screen reloads regularly. */
const pollMs = 30_000;

export const applicantInterviewsQuery = (applicantId: string) => trpc.interviews.ofApplicant.queryOptions({ applicantId });
/** When the user meets drivers. */
export const busyTimesQuery = () => ({ ...trpc.interviews.busyTimes.queryOptions(), staleTime: 0 });
export const pageSize = 25;
export type InterviewsView = {
  show: InterviewList;
  page: number;
  /** The company that an administrator chose. */
  companyId: string | undefined;
};
/** A page of a list of the company's interviews. */
export const companyInterviewsQuery = ({ show, page, companyId }: InterviewsView) => ({
  ...trpc.interviews.list.queryOptions({ companyId, show, offset: (page - 1) * pageSize, limit: pageSize }),
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
export const useSetNoShow = () => useMutation(trpc.interviews.setNoShow.mutationOptions(reloadOptions));
export const useCancelInterview = () => useMutation(trpc.interviews.cancel.mutationOptions(reloadOptions));
export const useChooseTime = () => useMutation(trpc.interviews.choose.mutationOptions(reloadOptions));
export const useDeclineTimes = () => useMutation(trpc.interviews.decline.mutationOptions(reloadOptions));

export const linkedInterviewQuery = (token: string) => ({
  ...trpc.interviews.ofLink.queryOptions({ token }),
  refetchInterval: ({ state }: { state: { error: unknown } }) => (codeOf(state.error) === 'not_found' ? false : pollMs),
});

/** Answers by the link of an email. After a refusal, for example of a time that was just taken, the current times are loaded. */
export function useAnswerByLink(token: string, id: string) {
  const { queryKey } = linkedInterviewQuery(token);
  const answer = async (call: Promise<LinkedInterview>) => {
    try {
      const answered = await call;
      // An answer to an earlier request would show the state before.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, answered);
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey });
      throw error;
    }
  };
  return {
    choose: (time: string) => answer(trpcClient.interviews.chooseByLink.mutate({ token, id, time })),
    decline: (text: string) => answer(trpcClient.interviews.declineByLink.mutate({ token, id, answer: text })),
  };
}
