import { consents } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import type { Language } from '#shared/texts/texts.ts';

type Person = { userId: string; ip: string | null; language?: Language | undefined };
type Consent =
  | { kind: 'terms' }
  /** The wording that the person agreed to. Null when the consent is withdrawn. */
  | { kind: 'newsletters'; wording: string | null };

/**
 * Records a consent, or its withdrawal, in the transaction that stores it: who, when, to what, from which network address,
 * in which language (`docs/product/access.md#consent-records`).
 */
export async function recordConsent(tx: Database, { userId, ip, language = 'en' }: Person, consent: Consent): Promise<void> {
  const wording = consent.kind === 'terms' ? termsVersion : consent.wording;
  await tx.insert(consents).values({ userId, kind: consent.kind, isGiven: wording !== null, wording, ip, language });
}
