import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { claimDue, type DueRows, isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { sqlState, unavailability } from '#server/errors.ts';
import { isLanguage, type Language } from '#shared/texts/texts.ts';
import { writeEmail } from './outbox.ts';
import type { Transport } from './transport.ts';

const leaseMinutes = 2;
const maxAttempts = 8;

/** Leases use only the database's clock, so that a wrong clock on a server does no harm. */
export const dueMails: DueRows = {
  table: outbox,
  at: outbox.dueAt,
  when: (now) =>
    and(isNull(outbox.sentAt), isNull(outbox.failedAt), lte(outbox.dueAt, now), isUnleased(outbox.leaseUntil, sql`now()`)),
};

/**
 * Sends due emails. Each is claimed by row, so that servers share the work, and sent outside any transaction. Its result
 * counts only if the lease is still ours. A refused email is tried again after 1, 2, 4, … minutes. The lease is renewed
 * before each email. Returns how many were handled.
 */
export async function deliverMail(db: Database, transport: Transport, publicUrl: string, batch = 20): Promise<number> {
  const claimed = await db
    .update(outbox)
    .set({ leaseUntil: leased, attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.id, claimDue(db, dueMails, new Date(), batch)))
    .returning({ ...getTableColumns(outbox), language: readersLanguage });
  // The claim leased the first email. The others are leased again together with the result of the one before.
  let isOurs = true;
  for (const [n, row] of claimed.entries()) {
    const failure: string | null = isOurs ? await send(transport, row, publicUrl) : null;
    const update: MailUpdate = failure ? retryUpdate(row, failure) : sent();
    const settled: SettledMail | null = isOurs ? { row, mailUpdate: update } : null;
    isOurs = await patiently(() => settle(db, settled, claimed[n + 1]));
  }
  return claimed.length;
}

type MailUpdate = Partial<{ [Column in keyof Mail]: Mail[Column] | SQL }>;
type SettledMail = { row: Mail; mailUpdate: MailUpdate };

/**
 * Writes an email's result if it is still ours, and renews the lease of the next one in the same statement. Returns whether
 * the next one is ours.
 */
async function settle(db: Database, settled: SettledMail | null, next: Mail | undefined): Promise<boolean> {
  const finish = settled && db.update(outbox).set(settled.mailUpdate).where(isStillOurs(settled.row));
  if (!next) {
    await finish;
    return false;
  }
  const finished = finish ? [db.$with('finished').as(finish.returning({ id: outbox.id }))] : [];
  const [renewed] = await db
    .with(...finished)
    .update(outbox)
    .set({ leaseUntil: leased })
    .where(isStillOurs(next))
    .returning({ id: outbox.id });
  return renewed !== undefined;
}

const isStillOurs = ({ id, attempts }: Mail) => and(eq(outbox.id, id), eq(outbox.attempts, attempts), isNull(outbox.sentAt));

type Mail = typeof outbox.$inferSelect;

/** The language of the recipient's account is read when the email is sent, because it may have changed since. */
const readersLanguage = sql<Language | null>`coalesce(
  (select ${users.language} from ${users} where lower(${users.email}) = lower(${outbox.recipient})), ${outbox.language})`;

const leased = sql`now() + make_interval(mins => ${leaseMinutes})`;

/** Null if the email was sent, otherwise the reason why not. */
async function send(
  transport: Transport,
  { id, recipient, template, data, language: mailLanguage }: Mail,
  publicUrl: string,
): Promise<string | null> {
  try {
    const language = mailLanguage && isLanguage(mailLanguage) ? mailLanguage : 'en';
    await transport.send({ id, to: recipient, email: writeEmail(template, data, publicUrl, language), language });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A given up email is not sent with a link that is long out of date, so its secret is deleted, and it says so. */
const withoutSecrets = sql`case when jsonb_exists_any(${outbox.data}, array['token', 'code'])
  then (${outbox.data} - 'token' - 'code') || '{"isWithoutSecret": true}' else ${outbox.data} end`;

/** Secrets in the email's data are deleted once it is sent. */
const sent = () => ({
  sentAt: new Date(),
  leaseUntil: null,
  lastError: null,
  data: sql`${outbox.data} - 'token' - 'code'`,
});

const retryUpdate = ({ attempts }: Mail, lastError: string) => ({
  lastError,
  leaseUntil: null,
  ...(attempts >= maxAttempts ? { failedAt: new Date(), data: withoutSecrets } : {}),
  dueAt: sql`now() + make_interval(mins => ${2 ** (attempts - 1)})`,
});

/** A deleted person's emails can be removed while they are being sent, which may deadlock. */
const deadlock = '40P01';

/** Shorter than the lease, so that no other server claims the email meanwhile. */
const patienceMs = 60_000;

/** Retries while the database is away, because without its result the email would be sent again. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + patienceMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    try {
      return await work();
    } catch (error) {
      const passes = unavailability(error) !== null || sqlState(error) === deadlock;
      if (!passes || Date.now() > until) throw error;
      await pause(pauseMs);
    }
  }
}
