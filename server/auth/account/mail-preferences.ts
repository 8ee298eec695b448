import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { newslettersConsentText } from '#shared/accounts/auth.ts';
import type { MailPreferences, SetMailPreferences } from '#shared/accounts/mail-preferences.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { ActingUser } from '#server/trpc.ts';

const columns = {
  muted: users.mutedMails,
  newsletters: users.newsletters,
  newslettersConsentAt: users.newslettersConsentAt,
  newslettersConsentText: users.newslettersConsentText,
};

/** Which optional mails the account gets, and the newsletters consent that stands. */
export async function findMailPreferences(db: Database, userId: string): Promise<MailPreferences> {
  const [row] = await db.select(columns).from(users).where(eq(users.id, userId));
  if (!row) throw notFound('This account');
  return row;
}

/**
 * Changes what was sent. A consent keeps its time and its words on the account; taken back, both go from there and the
 * log tells that it was given and taken back (`product: Accounts and sessions`).
 */
export async function setMailPreferences(db: Database, actor: ActingUser, input: SetMailPreferences): Promise<MailPreferences> {
  const { muted, newsletters } = input;
  return db.transaction(async (tx) => {
    const [before] = await tx.select(columns).from(users).where(eq(users.id, actor.userId)).for('update');
    if (!before) throw notFound('This account');
    const isChanged = newsletters !== undefined && newsletters !== before.newsletters;
    const change = {
      ...(muted === undefined ? {} : { mutedMails: [...new Set(muted)] }),
      ...(isChanged ? consent(newsletters) : {}),
    };
    if (Object.keys(change).length === 0) return before;
    if (isChanged) {
      await audit(tx, actor, {
        action: newsletters ? 'newsletters.consent' : 'newsletters.withdraw',
        subject: { type: 'user', id: actor.userId },
        ...(newsletters ? { detail: { text: newslettersConsentText } } : {}),
      });
    }
    const [after] = await tx.update(users).set(change).where(eq(users.id, actor.userId)).returning(columns);
    if (!after) throw notFound('This account');
    return after;
  });
}

function consent(newsletters: boolean) {
  return {
    newsletters,
    newslettersConsentAt: newsletters ? new Date() : null,
    newslettersConsentText: newsletters ? newslettersConsentText : null,
  };
}
