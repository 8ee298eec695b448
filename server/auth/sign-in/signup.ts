import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { audit } from '#server/audit/audit.ts';
import { acceptRecommendations } from '#server/auth/account/recommend.ts';
import { emailTakenError, notifyOwner } from '#server/auth/email/change-email.ts';
import { sendVerification } from '#server/auth/email/verification.ts';
import { assertUncommon } from '#server/auth/passwords/common-passwords.ts';
import { sqlState, violatedConstraint } from '#server/errors.ts';
import { toAddressKey, countHit } from '#server/limits/throttle.ts';
import type { Services } from '#server/services.ts';
import { recordConsent } from '#server/session/consent.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { roles } from '#shared/access/access.ts';
import { newslettersConsent, type SignupRequest } from '#shared/accounts/auth.ts';
import type { Language } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { sameProfileZone } from '#shared/time-zone.ts';

const hour = 60 * 60;
const perAddress = { maxHits: 200, windowSeconds: hour };
/** "Already exists" reveals that an account exists, so it is rate-limited. */
const existingEmailsPerAddress = { maxHits: 60, windowSeconds: hour };

type From = { ip: string; language: Language };

/**
 * Creates an unverified account and sends the verification email. The client then signs in with a separate call. The
 * database refuses an address that is taken, so parallel requests cannot create two accounts
 * (`docs/product/access.md#sign-up`).
 */
export async function signUp({ db }: Services, request: SignupRequest, { ip, language }: From): Promise<{ id: string }> {
  const { email, password, firstName, lastName, phone, role, tnNewsletters, timezone } = request;
  assertUncommon(password, [email, firstName, lastName], 'password');
  await countHit(db, { bucket: 'signup', key: toAddressKey(ip) }, perAddress);
  const passwordHash = await hashPassword(password);
  const id = newId();
  const consentText = tnNewsletters ? writeText(newslettersConsent, language) : null;
  try {
    await db.transaction(async (tx) => {
      await tx.insert(users).values({
        id,
        email,
        passwordHash,
        firstName,
        lastName,
        phone,
        timezone: timezone ? sameProfileZone(timezone) : null,
        roles: [role === 'driver' ? roles.driver : roles.companyUser],
        newsletters: tnNewsletters,
        newslettersConsentAt: tnNewsletters ? new Date() : null,
        newslettersConsentText: consentText,
      });
      if (consentText !== null)
        await recordConsent(tx, { userId: id, ip, language }, { kind: 'newsletters', wording: consentText });
      if (role === 'driver') await tx.insert(drivers).values({ userId: id });
      await acceptRecommendations(tx, { userId: id, email });
      await sendVerification(tx, { userId: id, email, firstName, language });
      await audit(
        tx,
        { userId: id, impersonatorId: null, ip },
        { action: 'account.create', subject: { type: 'user', id }, detail: { role } },
      );
    });
  } catch (error) {
    if (sqlState(error) !== '23505' || violatedConstraint(error) !== 'users_email_key') throw error;
    await countHit(db, { bucket: 'signup_taken', key: toAddressKey(ip) }, existingEmailsPerAddress);
    await notifyOwner(db, email, language);
    throw emailTakenError();
  }
  return { id };
}
