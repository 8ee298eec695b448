import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { audit } from '#server/audit/audit.ts';
import { acceptRecommendations } from '#server/auth/account/recommend.ts';
import { notifyOwner } from '#server/auth/email/change-email.ts';
import { sendVerification } from '#server/auth/email/verification.ts';
import type { Database } from '#server/db/open.ts';
import { countHit, toAddressKey } from '#server/limits/throttle.ts';
import { recordConsent } from '#server/session/consent.ts';
import { roles } from '#shared/access/access.ts';
import { newslettersConsent } from '#shared/accounts/auth.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import type { Language } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { sameProfileZone } from '#shared/time-zone.ts';

const signupsPerAddress = { maxHits: 200, windowSeconds: 60 * 60 };

/** Counts a sign-up of any kind. @throws too_many */
export const countSignup = (db: Database, ip: string): Promise<void> =>
  countHit(db, { bucket: 'signup', key: toAddressKey(ip) }, signupsPerAddress);

/** "Already exists" reveals that an account exists, so it is rate-limited. */
const existingEmailsPerAddress = { maxHits: 60, windowSeconds: 60 * 60 };

/** Counts a sign-up with an address that has an account, and tells the owner of the address. @throws too_many */
export async function reportTakenEmail(db: Database, email: string, { ip, language }: From): Promise<void> {
  await countHit(db, { bucket: 'signup_taken', key: toAddressKey(ip) }, existingEmailsPerAddress);
  await notifyOwner(db, email, language);
}

type NewAccount = {
  email: string;
  firstName: string;
  lastName: string;
  role: 'driver' | 'employer';
  passwordHash?: string;
  phone?: string;
  /** The browser's time zone. One that a profile cannot have is ignored. */
  timezone?: string | undefined;
  /** Whether the person has proved that they read the mail of the address. Otherwise they get the verification email. */
  isVerified: boolean;
  hasAcceptedTerms: boolean;
  acceptsNewsletters?: boolean;
  /** For the audit log: what created the account, other than the sign-up form. */
  origin?: { provider: string } | { proof: 'code' | 'text' };
};
type From = { ip: string; language: Language };

/**
 * Creates the account of a person who signs up, with a driver's profile for drivers. The database refuses an address that is
 * taken, so parallel requests cannot create two accounts (`docs/product/access.md#sign-up`).
 * @returns the account for {@link startSession}
 */
export async function createAccount(tx: Database, account: NewAccount, { ip, language }: From) {
  const { email, firstName, lastName, passwordHash, phone, role, timezone, isVerified, hasAcceptedTerms } = account;
  const id = newId();
  const accountRoles = [role === 'driver' ? roles.driver : roles.companyUser];
  const wording = account.acceptsNewsletters ? writeText(newslettersConsent, language) : null;
  const now = new Date();
  await tx.insert(users).values({
    id,
    email,
    firstName,
    lastName,
    roles: accountRoles,
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(phone === undefined ? {} : { phone }),
    ...(timezone === undefined ? {} : { timezone: sameProfileZone(timezone) }),
    ...(isVerified ? { emailVerifiedAt: now } : {}),
    ...(hasAcceptedTerms ? { termsAcceptedAt: now, termsVersion } : {}),
    ...(wording === null ? {} : { newsletters: true, newslettersConsentAt: now, newslettersConsentText: wording }),
  });
  const person = { userId: id, ip, language };
  if (hasAcceptedTerms) await recordConsent(tx, person, { kind: 'terms' });
  if (wording !== null) await recordConsent(tx, person, { kind: 'newsletters', wording });
  if (role === 'driver') await tx.insert(drivers).values({ userId: id });
  await acceptRecommendations(tx, { userId: id, email });
  if (!isVerified) await sendVerification(tx, { userId: id, email, firstName, language });
  await audit(
    tx,
    { userId: id, impersonatorId: null, ip },
    { action: 'account.create', subject: { type: 'user', id }, detail: { role, ...account.origin } },
  );
  return { id, roles: accountRoles, sessionVersion: 1 };
}
