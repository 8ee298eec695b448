import { and, eq, not, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { notificationChoices } from '#drizzle/schema/notifications.ts';
import type { Database } from '#server/db/open.ts';
import { endJobAlerts } from '#server/notifications/end-job-alerts.ts';
import { updateChoice } from '#server/notifications/update-choices.ts';
import { isLinkSigned, type Keys, signLink } from '#server/session/keys.ts';
import { isTurnOffKind, type OptionalMail, type TurnOffKind } from '#shared/accounts/mail-preferences.ts';
import { isUuid } from '#shared/fields.ts';
import { type ChoiceKind, choiceKinds } from '#shared/notifications.ts';

/**
 * The link that turns off a kind of email without signing in, as RFC 8058 asks (`docs/product/jobs.md#notifications`). It works for
 * as long as the key that signed it is accepted.
 */
export type Unsubscription = { userId: string; kind: TurnOffKind };

export const unsubscribePath = '/unsubscribe';

const toSignedText = ({ userId, kind }: Unsubscription) => `${userId}.${kind}`;

export function unsubscribeUrl(keys: Pick<Keys, 'unsubscribe'>, publicUrl: string, unsubscription: Unsubscription): string {
  const { userId, kind } = unsubscription;
  return `${publicUrl}${unsubscribePath}/${kind}.${userId}.${signLink(keys.unsubscribe, toSignedText(unsubscription))}`;
}

/** What the token of a link turns off, and for whom. Null if we did not sign it. */
export function readUnsubscription(keys: Pick<Keys, 'unsubscribe' | 'previous'>, token: string): Unsubscription | null {
  const [kind = '', userId = '', signature = ''] = token.split('.');
  if (!isTurnOffKind(kind) || !isUuid(userId)) return null;
  const isOurs = isLinkSigned(keys, 'unsubscribe', { text: toSignedText({ userId, kind }), signature });
  return isOurs ? { userId, kind } : null;
}

/** The path of the link that stops the alerts of one saved search. */
export const searchStopPath = (keys: Pick<Keys, 'unsubscribe'>, searchId: string): string =>
  `${unsubscribePath}/${searchPrefix}.${searchId}.${signLink(keys.unsubscribe, toSignedSearch(searchId))}`;

const searchPrefix = 'search';
const toSignedSearch = (searchId: string) => `${searchPrefix}.${searchId}`;

/** The saved search whose alerts a link stops. Null if we did not sign it. */
export function readSearchStop(keys: Pick<Keys, 'unsubscribe' | 'previous'>, token: string): string | null {
  const [prefix, searchId = '', signature = ''] = token.split('.');
  if (prefix !== searchPrefix || !isUuid(searchId)) return null;
  return isLinkSigned(keys, 'unsubscribe', { text: toSignedSearch(searchId), signature }) ? searchId : null;
}

/** Turns the emails off. Does nothing if they are off already, or if the account is deleted. */
export async function turnOffMail(db: Database, { userId, kind }: Unsubscription): Promise<void> {
  const isAccount = eq(users.id, userId);
  if (kind === 'daily_digest') {
    await db
      .update(notificationChoices)
      .set({ email: 'off' })
      .where(and(eq(notificationChoices.userId, userId), eq(notificationChoices.email, 'daily')));
  } else if (isChoiceKind(kind)) {
    const [account] = await db.select({ id: users.id }).from(users).where(isAccount);
    if (account) await updateChoice(db, { userId }, { kind, email: 'off' });
  } else {
    // Nothing comes after a stop, neither an email that is queued nor the notification of a search.
    if (kind === 'job_alert') await endJobAlerts(db, { driverId: userId });
    const isOn = not(sql`${kind}::text = any(${users.mutedMails})`);
    await db
      .update(users)
      .set({ mutedMails: sql`array_append(${users.mutedMails}, ${kind}::text)` })
      .where(and(isAccount, isOn));
  }
}

const isChoiceKind = (kind: OptionalMail | ChoiceKind): kind is ChoiceKind => choiceKinds.some(({ code }) => code === kind);
