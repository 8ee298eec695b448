import { consents } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import type { Language } from '#shared/texts/texts.ts';

type Person = { userId: string; ip: string | null; language?: Language | undefined };
type Consent =
  | { kind: 'terms' }
  /** The wording that the person agreed to. Null if the consent is withdrawn. */
  | { kind: 'newsletters'; wording: string | null };

/**
 * Records a consent or its withdrawal, in the transaction that changes the account. The record says who agreed to what, when,
 * from which network address and in which language (`docs/product/access.md#consent-records`).
 */
export async function recordConsent(tx: Database, { userId, ip, language = 'en' }: Person, consent: Consent): Promise<void> {
  const wording = consent.kind === 'terms' ? termsVersion : consent.wording;
  await tx.insert(consents).values({ userId, kind: consent.kind, isGiven: wording !== null, wording, ip, language });
}
