import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { can } from '#shared/access/access.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Inputs, type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';
import { notificationSettingsQuery, cacheNotificationSettings } from '#web/notifications/queries.ts';
import { sendForm } from '#web/session/authorized-fetch.ts';
import { type Me, reloadMe } from '#web/signed-in/me.ts';

export type OwnSession = Outputs['account']['sessions']['items'][number];
export type AccountProfile = Outputs['auth']['profile'];
export type EmployerProfile = Outputs['auth']['employer'];
type ProfileChange = Inputs['auth']['updateProfile'];

/** The sessions are loaded each time the list opens, because they begin and end on other devices too. */
export const sessionsQuery = () => ({ ...trpc.account.sessions.queryOptions(), staleTime: 0 });
export const accountProfileQuery = () => trpc.auth.profile.queryOptions();
/** The query is disabled for people without an employer profile (`docs/product/access.md#profiles`). */
export const employerQuery = ({ roles }: Pick<Me, 'roles'>) => ({
  ...trpc.auth.employer.queryOptions(),
  staleTime: 1_500,
  enabled: can(roles, 'employer.self'),
});
export const mailPreferencesQuery = () => trpc.account.mailPreferences.queryOptions();

export const invalidateSessions = () => queryClient.invalidateQueries(trpc.account.sessions.queryFilter());

export function useEndSession() {
  return useMutation(trpc.account.endSession.mutationOptions({ onSettled: invalidateSessions }));
}

export function useEndOtherSessions() {
  return useMutation(trpc.account.endOtherSessions.mutationOptions({ onSettled: invalidateSessions }));
}

export type Factors = Outputs['factors']['list'];
export type Factor = Factors['items'][number];
export const factorsQuery = () => ({ ...trpc.factors.list.queryOptions(), staleTime: 0 });
export const invalidateFactors = () => queryClient.invalidateQueries(trpc.factors.list.queryFilter());

const getEmployerKey = () => trpc.auth.employer.queryOptions().queryKey;

/** Saves the profile and, if given, the employer's phone, and updates the screens that show them. */
export async function saveProfile(
  change: ProfileChange,
  phone?: Pick<Inputs['auth']['updateEmployer'], 'phone' | 'phoneExtension'>,
): Promise<void> {
  const profile = await trpcClient.auth.updateProfile.mutate(change);
  if (phone) queryClient.setQueryData(getEmployerKey(), await trpcClient.auth.updateEmployer.mutate(phone));
  queryClient.setQueryData(accountProfileQuery().queryKey, profile);
  await queryClient.invalidateQueries(trpc.drivers.profile.queryFilter());
  await reloadMe();
  // Other screens count by day and month in the time zone that has changed.
  if (change.timezone) await queryClient.invalidateQueries({ refetchType: 'active' });
}

/**
 * Uploads a picture and uses it in the profile. Null removes the picture.
 * @throws Error with a message for the user
 */
export async function changePicture(file: File | null): Promise<void> {
  if (!file) return saveProfile({ profilePicture: null });
  const body = new FormData();
  body.set('file', file);
  const { url } = await sendForm<{ url: string }>('/user/picture', body);
  await saveProfile({ profilePicture: url });
}

export function useSetMailPreferences() {
  return useMutation(
    trpc.account.setMailPreferences.mutationOptions({
      onSuccess: (preferences) => queryClient.setQueryData(mailPreferencesQuery().queryKey, preferences),
    }),
  );
}

/** Shows the change immediately and undoes it if the server rejects it (`docs/product/screens.md#forms`). */
export function useUpdateNotificationSettings() {
  const { queryKey } = notificationSettingsQuery();
  return useMutation(
    trpc.notifications.updateSettings.mutationOptions({
      onMutate: ({ kind, ...change }) => {
        const previousSettings = queryClient.getQueryData(queryKey);
        if (previousSettings) {
          const choices = previousSettings.choices.map((choice) => (choice.kind === kind ? { ...choice, ...change } : choice));
          cacheNotificationSettings({ ...previousSettings, choices });
        }
        return { previousSettings };
      },
      onSuccess: cacheNotificationSettings,
      onError: (_error, _change, context) => context?.previousSettings && cacheNotificationSettings(context.previousSettings),
    }),
  );
}
/** Finds jobs to mute by their title. */
export const jobsToMuteQuery = (searchText: string) => ({
  ...trpc.jobs.list.queryOptions({ offset: 0, limit: 20, ...(searchText && { query: searchText }) }),
  placeholderData: keepPreviousData,
});
