import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc } from '#web/trpc.ts';
import { type GridSearch, gridRequest } from '#web/ui/grid/grid-state.ts';

export type Profile = Outputs['drivers']['profile'];
export type MyApplication = Outputs['drivers']['applications']['items'][number];
export type PublicJob = Outputs['public']['job'];
export type PublicJobCard = Outputs['public']['search']['items'][number];

export const profileQuery = () => trpc.drivers.profile.queryOptions();
export const publicJobQuery = (id: string) => trpc.public.job.queryOptions({ id });

export const myApplicationsQuery = (search: GridSearch) => {
  const { offset, limit } = gridRequest(search);
  return { ...trpc.drivers.applications.queryOptions({ offset, limit }), placeholderData: keepPreviousData };
};

/** The driver's application to this job, if any. */
export const applicationToQuery = (jobId: string) => trpc.drivers.applications.queryOptions({ jobId, limit: 1 });

export const nearMiles = 100;

/** The newest public jobs near the driver, or in the whole country if the location is unknown. */
export function newestJobsQuery({ city, state, postalCode }: Pick<Profile, 'city' | 'state' | 'postalCode'>) {
  const home = postalCode ? { postalCode } : city && state ? { city, state } : null;
  return trpc.public.search.queryOptions({ ...home, ...(home ? { radius: nearMiles } : {}), sort: 'newest', limit: 5 });
}

/** The number of best matches per page. */
export const matchesOnPage = 5;
export const matchingJobsQuery = (page: number) => ({
  ...trpc.drivers.matchingJobs.queryOptions({ offset: (page - 1) * matchesOnPage, limit: matchesOnPage }),
  placeholderData: keepPreviousData,
});

/** Matches need the driver's location. */
export const isPlaced = ({ city, state, postalCode }: Profile) => Boolean(postalCode || (city && state));

/** Loads the jobs at the top of the home screen. If that fails, their section shows the error. */
export async function readJobsForMe(profile: Profile): Promise<void> {
  if (!profile.matchEnabled) return;
  await (isPlaced(profile)
    ? queryClient.prefetchQuery(matchingJobsQuery(1))
    : queryClient.prefetchQuery(newestJobsQuery(profile)));
}

const forgetDriver = () => queryClient.invalidateQueries(trpc.drivers.pathFilter());

export function useSaveProfile() {
  return useMutation(trpc.drivers.updateProfile.mutationOptions({ onSuccess: forgetDriver }));
}

export function useApply() {
  return useMutation(trpc.drivers.applyTo.mutationOptions({ onSuccess: forgetDriver }));
}

export function useWithdraw() {
  return useMutation(trpc.drivers.withdraw.mutationOptions({ onSuccess: forgetDriver }));
}

export function useDeleteAccount() {
  return useMutation(trpc.drivers.deleteAccount.mutationOptions());
}
