import { and, eq } from 'drizzle-orm';
import { textConsents, users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { whereInScope } from '#server/access/scope.ts';
import { audit } from '#server/audit/audit.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { agreeToTexts, textConsentWording, endTextConsent, findTextReachability } from '#server/sms/consent.ts';
import { createTextFrame } from '#server/sms/queue-text.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { type SetTextConsent, type TextConsent, type Texting, textingTime } from '#shared/messages/text-message.ts';
import { phoneDigits } from '#shared/phone.ts';
import { text } from '#shared/texts/texts.ts';
import { platformZone } from '#shared/time-zone.ts';

type TextServices = Pick<Services, 'db' | 'settings'>;

/** The driver's own consent to text messages. */
export async function findTextConsent({ db, settings }: TextServices, userId: string): Promise<TextConsent> {
  const [row] = await db
    .select({ phone: users.phone, agreedAt: textConsents.at, isStopped: textConsents.isStopped })
    .from(users)
    .leftJoin(textConsents, and(eq(textConsents.userId, users.id), eq(textConsents.phone, users.phone)))
    .where(eq(users.id, userId));
  if (!row) throw notFound(text('errors.accountNotFound'));
  const isStopped = row.isStopped ?? false;
  const hasAgreed = row.agreedAt !== null && !isStopped;
  return {
    phone: row.phone,
    hasAgreed,
    isStopped,
    agreedAt: hasAgreed ? row.agreedAt : null,
    isOffered: settings.offersTexts,
  };
}

/**
 * Records that the driver agrees to text messages or no longer does. The record contains the wording that the driver saw,
 * including the phone number.
 * @throws conflict if the driver has no phone number, one with an extension, or a different one than the driver saw
 */
export async function setTextConsent(
  services: TextServices,
  actor: ActingUser,
  { hasAgreed, phone: shownPhone }: SetTextConsent,
): Promise<TextConsent> {
  await services.db.transaction(async (tx) => {
    // This lock waits for a change of the phone number. It does not wait for STOP, which locks only the consent.
    const [account] = await tx
      .select({ phone: users.phone, extension: users.phoneExtension })
      .from(users)
      .where(eq(users.id, actor.userId))
      .for('no key update');
    const { hasAgreed: hadAgreed } = await findTextConsent({ ...services, db: tx }, actor.userId);
    if (hasAgreed && !hadAgreed) {
      const phone = account?.phone;
      if (!phone) throw conflict(text('messages.addPhoneFirst'));
      if (account.extension) throw conflict(text('messages.phoneHasExtension'));
      if (shownPhone !== undefined && phoneDigits(shownPhone) !== phone) throw conflict(text('messages.phoneHasChanged'));
      await agreeToTexts(tx, actor, { phone, wording: textConsentWording(phone, actor.language) });
    } else if (!hasAgreed) await endTextConsent(tx, actor);
    if (hasAgreed !== hadAgreed)
      await audit(tx, actor, {
        action: hasAgreed ? 'texts.consent' : 'texts.withdraw',
        subject: { type: 'user', id: actor.userId },
      });
  });
  return findTextConsent(services, actor.userId);
}

/**
 * Whether the company can text an applicant, and what the text will look like.
 * @throws not found
 */
export async function findTexting(
  { db, settings }: TextServices,
  scope: CompanyScope,
  { applicantId }: { applicantId: string },
): Promise<Texting> {
  const [row] = await db
    .select({ driverId: applications.driverId, companyId: applications.companyId, companyName: companies.companyName })
    .from(applications)
    .innerJoin(companies, eq(companies.id, applications.companyId))
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, applicantId)));
  if (!row) throw notFound(text('errors.applicantNotFound'));
  const { driverId, companyId, companyName } = row;
  const driver = driverId ? await findTextReachability(db, driverId) : null;
  if (!driver || !driverId) return { state: 'no_account', sendAt: null, timeZone: platformZone, opening: '', ending: '' };
  const now = new Date();
  const sendAt = textingTime(driver.timeZone, now);
  return {
    state: getTextingState(settings.offersTexts, driver),
    sendAt: sendAt > now ? sendAt : null,
    timeZone: driver.timeZone,
    ...(await createTextFrame(db, { companyId, companyName, driverId, language: driver.language })),
  };
}

function getTextingState(
  isOffered: boolean,
  { phone, isStopped }: { phone: string | null; isStopped: boolean },
): Texting['state'] {
  if (!isOffered) return 'off';
  if (phone !== null) return 'available';
  return isStopped ? 'stopped' : 'no_consent';
}
