import { useMutation } from '@tanstack/react-query';
import { can } from '#shared/access/access.ts';
import { sendForm } from '#web/authorized-fetch.ts';
import { type Me, reloadMe } from '#web/me.ts';
import { queryClient } from '#web/query-client.ts';
import { type Inputs, type Outputs, trpc, trpcClient } from '#web/trpc.ts';

export type OwnSession = Outputs['account']['sessions']['items'][number];
export type AccountProfile = Outputs['auth']['profile'];
export type EmployerProfile = Outputs['auth']['employer'];
type ProfileChange = Inputs['auth']['updateProfile'];

/** Loaded each time the list is opened, because sessions begin and end elsewhere. */
export const sessionsQuery = () => ({ ...trpc.account.sessions.queryOptions(), staleTime: 0 });
export const accountProfileQuery = () => trpc.auth.profile.queryOptions();
/** An employee's profile. It is not requested for other people, because they have none (`docs/product/access.md#profiles`). */
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

const employerKey = () => trpc.auth.employer.queryOptions().queryKey;

/** Saves the profile, and the phone in the employer profile. The menu and the other screens are updated. */
export async function saveProfile(change: ProfileChange, phone?: string): Promise<void> {
  const profile = await trpcClient.auth.updateProfile.mutate(change);
  if (phone) queryClient.setQueryData(employerKey(), await trpcClient.auth.updateEmployer.mutate({ phone }));
  queryClient.setQueryData(accountProfileQuery().queryKey, profile);
  await queryClient.invalidateQueries(trpc.drivers.profile.queryFilter());
  await reloadMe();
  // Counts by day and month depend on the time zone.
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
