import type { Settings } from '#server/env.ts';
import { AppError, invalid } from '#server/errors.ts';
import type { OidcProvider, SocialSettings } from '#server/social-settings.ts';
import { socialNames, type SocialSource, socialSources } from '#shared/accounts/sign-in.ts';
import { text } from '#shared/texts/texts.ts';

/** What the provider says about the email address: verified, unverified, or nothing. */
export type EmailProof = 'verified' | 'unverified' | 'unstated';

/** A person that a provider has identified. Only `subject` identifies the person, because addresses change owners. */
export type SocialPerson = {
  source: SocialSource;
  subject: string;
  email: string | null;
  emailProof: EmailProof;
  firstName: string | null;
  lastName: string | null;
};

/** A verified token, with the ids that must be remembered so that it works only once. */
export type Vouched = { person: SocialPerson; uses: { id: string; expiresAt: Date }[] };

export function providerOf<Source extends SocialSource>(
  { social }: Settings,
  source: Source,
): NonNullable<SocialSettings[Source]> & OidcProvider {
  const provider = social[source];
  if (!provider) throw invalid('source', text('errors.providerNotSetUp', { provider: socialNames[source] }));
  return provider;
}

export function offeredSources({ social }: Pick<Settings, 'social'>): SocialSource[] {
  return socialSources.filter((source) => social[source] !== null);
}

export const notConfirmed = (source: SocialSource): AppError =>
  new AppError('unauthenticated', text('errors.providerCouldntConfirmIdentity', { provider: socialNames[source] }));

export const unreachable = (source: SocialSource): AppError =>
  new AppError('provider_failed', text('errors.couldntReachProvider', { provider: socialNames[source] }));
