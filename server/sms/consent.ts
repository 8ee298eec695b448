import { and, desc, eq, sql } from 'drizzle-orm';
import { consents, shownTimezone, textConsents, users } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import * as format from '#shared/format.ts';
import { type TextConsentSource, textConsentVersion } from '#shared/messages/text-message.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import type { TimeZone } from '#shared/time-zone.ts';

type Person = { userId: string; ip: string | null; language?: Language | undefined };

/** The wording that a driver agrees to. */
export const textConsentWording = (phone: string, language: Language = 'en'): string =>
  writeText(text('messages.textConsent', { phone: format.phone(phone) }), language);

/** Records that a driver agreed to texts at a number, and keeps the wording that the driver saw. */
export async function agreeToTexts(
  tx: Database,
  { userId, ip, language = 'en' }: Person,
  { phone, wording }: { phone: string; wording: string },
): Promise<void> {
  const consent = { phone, version: textConsentVersion, isStopped: false, at: new Date() };
  await tx
    .insert(textConsents)
    .values({ userId, ...consent })
    .onConflictDoUpdate({ target: textConsents.userId, set: consent });
  const record = { phone, wording, version: textConsentVersion, source: 'settings' as const };
  await tx.insert(consents).values({ userId, kind: 'texts', isGiven: true, ip, language, ...record });
}

/** Records that a driver no longer agrees to texts. */
export async function endTextConsent(tx: Database, { userId, ip, language = 'en' }: Person): Promise<void> {
  const [endedConsent] = await tx
    .delete(textConsents)
    .where(eq(textConsents.userId, userId))
    .returning({ phone: textConsents.phone, isStopped: textConsents.isStopped });
  if (!endedConsent || endedConsent.isStopped) return;
  await tx
    .insert(consents)
    .values({ userId, kind: 'texts', isGiven: false, ip, language, phone: endedConsent.phone, source: 'settings' });
}

/**
 * Records that the owner of a phone replied STOP or START, or that the service refuses the phone. This applies to every
 * account with the number. START restores only a consent that was stopped.
 */
export async function changeConsentByPhone(
  tx: Database,
  phone: string,
  source: Extract<TextConsentSource, 'stop' | 'start' | 'provider'>,
): Promise<void> {
  const isStopped = source !== 'start';
  const changedConsents = await tx
    .update(textConsents)
    .set({ isStopped, at: new Date() })
    .where(and(eq(textConsents.phone, phone), eq(textConsents.isStopped, !isStopped)))
    .returning({ userId: textConsents.userId, version: textConsents.version });
  for (const { userId, version } of changedConsents) {
    const [lastAgreement] = await tx
      .select({ wording: consents.wording, language: consents.language })
      .from(consents)
      .where(and(eq(consents.userId, userId), eq(consents.kind, 'texts'), eq(consents.isGiven, true)))
      .orderBy(desc(consents.at))
      .limit(1);
    const language = lastAgreement?.language ?? 'en';
    const record = isStopped ? { wording: null } : { wording: lastAgreement?.wording ?? version, version };
    await tx.insert(consents).values({ userId, kind: 'texts', isGiven: !isStopped, language, phone, source, ...record });
  }
}

export type TextReachability = {
  /** The number that the driver agreed to. Null without consent. */
  phone: string | null;
  isStopped: boolean;
  /** The time zone of the driver's address, or the one in the profile if there is no address. */
  timeZone: TimeZone;
  language: Language | null;
};

/** Finds out whether a driver may be texted, and the time zone. Returns null if the account no longer exists. */
export async function findTextReachability(db: Database, driverId: string): Promise<TextReachability | null> {
  const [row] = await db
    .select({
      agreedPhone: textConsents.phone,
      isStopped: sql<boolean>`coalesce(${textConsents.isStopped}, false)`,
      ...zoneColumns(drivers),
      profileZone: shownTimezone,
      language: users.language,
    })
    .from(users)
    .leftJoin(textConsents, and(eq(textConsents.userId, users.id), eq(textConsents.phone, users.phone)))
    .leftJoin(drivers, eq(drivers.userId, users.id))
    .where(eq(users.id, driverId));
  if (!row) return null;
  const { agreedPhone, isStopped, profileZone, language, ...place } = row;
  return {
    phone: isStopped ? null : agreedPhone,
    isStopped,
    timeZone: place.state ? zoneOfPlace(place) : profileZone,
    language,
  };
}
