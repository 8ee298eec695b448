import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { applicationSourceKey } from '#shared/access/session-keys.ts';
import { parseStoredSource } from '#shared/applicants/application-source.ts';
import type { ApplicationSource } from '#shared/applicants/stages.ts';
import { statusOf } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Inputs, type Outputs, trpc } from '#web/api/trpc.ts';
import { storedText } from '#web/browser/stored-text.ts';
import { type GridSearch, toGridRequest } from '#web/ui/grid/grid-state.ts';

export type Profile = Outputs['drivers']['profile'];
export type MyApplication = Outputs['drivers']['applications']['items'][number];
export type EarlierAnswers = NonNullable<Outputs['drivers']['earlierAnswers']>;
export type SavedJob = Outputs['drivers']['savedJobs']['items'][number];
export type PublicJob = Outputs['public']['job'];
export type PublicJobCard = Outputs['public']['search']['items'][number];

export const profileQuery = () => trpc.drivers.profile.queryOptions();
export const publicJobQuery = (id: string) => trpc.public.job.queryOptions({ id });

export const myApplicationsQuery = (search: GridSearch) => {
  const { offset, limit } = toGridRequest(search);
  return { ...trpc.drivers.applications.queryOptions({ offset, limit }), placeholderData: keepPreviousData };
};

/** The number of saved jobs per page. */
export const savedJobsPerPage = 10;
export const savedJobsQuery = (page: number) => ({
  ...trpc.drivers.savedJobs.queryOptions({ offset: (page - 1) * savedJobsPerPage, limit: savedJobsPerPage }),
  placeholderData: keepPreviousData,
});

/** The driver's application to this job, if any. */
export const applicationToQuery = (jobId: string) => trpc.drivers.applications.queryOptions({ jobId, limit: 1 });

/** What the driver answered before to the questions of a job. */
export const earlierAnswersQuery = (jobId: string) => trpc.drivers.earlierAnswers.queryOptions({ jobId });

export const nearbyMiles = 100;

/** The newest public jobs near the driver, or in the whole country if the location is unknown. */
export function newestJobsQuery({ city, state, postalCode }: Pick<Profile, 'city' | 'state' | 'postalCode'>) {
  const home = postalCode ? { postalCode } : city && state ? { city, state } : null;
  const area = home && { ...home, radius: nearbyMiles };
  return trpc.public.search.queryOptions({ ...area, sort: 'newest', sponsoredPlaces: false, limit: 5 });
}

/** The number of best matches per page. */
export const matchesPerPage = 5;
export const matchingJobsQuery = (page: number) => ({
  ...trpc.drivers.matchingJobs.queryOptions({ offset: (page - 1) * matchesPerPage, limit: matchesPerPage }),
  placeholderData: keepPreviousData,
});

/** Whether the profile has a location, which matching needs. */
export const hasLocation = ({ city, state, postalCode }: Profile) => Boolean(postalCode || (city && state));

/** Loads the jobs at the top of the home screen. If that fails, their section shows the error. */
export async function prefetchJobsForMe(profile: Profile): Promise<void> {
  if (!profile.matchEnabled) return;
  await (hasLocation(profile)
    ? queryClient.prefetchQuery(matchingJobsQuery(1))
    : queryClient.prefetchQuery(newestJobsQuery(profile)));
}

export const textConsentQuery = () => trpc.messages.textConsent.queryOptions();

/** Reloads the driver's data. It includes the consent to text messages, because a new phone number ends it. */
const invalidateDriver = () =>
  Promise.all([
    queryClient.invalidateQueries(trpc.drivers.pathFilter()),
    queryClient.invalidateQueries(trpc.messages.textConsent.pathFilter()),
  ]);

export function useSetTextConsent() {
  return useMutation(
    trpc.messages.setTextConsent.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.messages.textConsent.pathFilter()),
    }),
  );
}

export function useSaveProfile() {
  return useMutation(trpc.drivers.updateProfile.mutationOptions({ onSuccess: invalidateDriver }));
}

/** If the application is refused, the job's questions may have changed, so they are loaded again. */
function useApply() {
  return useMutation(
    trpc.drivers.applyTo.mutationOptions({
      onSuccess: invalidateDriver,
      onError: (_error, { id }) => queryClient.invalidateQueries(publicJobQuery(id)),
    }),
  );
}

/**
 * Sends an application. The form was opened by a driver who had not applied. So if the server already has an application, an earlier
 * try of the person or the browser arrived and its answer was lost, and the application counts as sent
 * (`docs/product/drivers.md#applying`).
 */
export function useSendApplication() {
  const { mutateAsync: apply } = useApply();
  return async (application: Inputs['drivers']['applyTo']): Promise<void> => {
    try {
      await apply(application);
    } catch (error) {
      if (statusOf(error) !== 409 || !(await hasApplied(application.id))) throw error;
      await invalidateDriver();
    }
  };
}

async function hasApplied(jobId: string): Promise<boolean> {
  const { items } = await queryClient.fetchQuery({ ...applicationToQuery(jobId), staleTime: 0 });
  return items.some(({ status }) => status !== 'withdrawn');
}

export function useWithdraw() {
  return useMutation(trpc.drivers.withdraw.mutationOptions({ onSuccess: invalidateDriver }));
}

const reloadSavedJobs = { onSettled: () => queryClient.invalidateQueries(trpc.drivers.savedJobs.pathFilter()) };
export const useSaveJob = () => useMutation(trpc.drivers.saveJob.mutationOptions(reloadSavedJobs));
export const useUnsaveJob = () => useMutation(trpc.drivers.unsaveJob.mutationOptions(reloadSavedJobs));

export function useDeleteAccount() {
  return useMutation(trpc.drivers.deleteAccount.mutationOptions());
}

/** Where the driver found the job. Without storage, nothing is known. */
export function readApplicationSource(jobId: string): ApplicationSource | undefined {
  return parseStoredSource(storedText(applicationSourceKey, 'sessionStorage').read(), jobId);
}
