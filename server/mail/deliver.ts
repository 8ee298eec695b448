import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { claimDue, type DueRows, isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { sqlState, toUnavailableError } from '#server/errors.ts';
import { isLanguage, type Language } from '#shared/texts/texts.ts';
import { writeEmail } from './outbox.ts';
import type { Transport } from './transport.ts';

const leaseMinutes = 2;
const minuteMs = 60_000;
const maxAttempts = 8;

/** Leases use only the database's clock, because a server also checks the leases of other servers (`docs/decisions/0043-clocks.md`). */
export const dueMails: DueRows = {
  table: outbox,
  at: outbox.dueAt,
  when: (now) =>
    and(isNull(outbox.sentAt), isNull(outbox.failedAt), lte(outbox.dueAt, now), isUnleased(outbox.leaseUntil, sql`now()`)),
};

/**
 * Sends due emails. It claims rows, so that several servers can share the work, and sends outside any transaction. It renews
 * the lease before each email, and writes the result only if it still has the lease. A refused email is tried again after 1,
 * 2, 4, … minutes. Returns how many emails were handled.
 */
export async function deliverMail(db: Database, transport: Transport, publicUrl: string, batchSize = 20): Promise<number> {
  const claimedRows = await db
    .update(outbox)
    .set({ leaseUntil: newLeaseEnd, attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.id, claimDue(db, dueMails, new Date(), batchSize)))
    .returning({ ...getTableColumns(outbox), language: recipientLanguage, userId: recipientId });
  // The claim leased the first email. The lease of each further email is renewed when the previous result is written.
  let isLeased = true;
  for (const [n, row] of claimedRows.entries()) {
    const failure: string | null = isLeased ? await send(transport, row, publicUrl) : null;
    const update: MailUpdate = failure ? retryUpdate(row, failure) : sentUpdate();
    const result: SettledMail | null = isLeased ? { row, mailUpdate: update } : null;
    isLeased = await withRetry(() => settle(db, result, claimedRows[n + 1]));
  }
  return claimedRows.length;
}

type MailUpdate = Partial<{ [Column in keyof Mail]: Mail[Column] | SQL }>;
type SettledMail = { row: Mail; mailUpdate: MailUpdate };

/**
 * Writes an email's result if this process still has the lease, and renews the lease of the next email in the same statement.
 * Returns whether this process has the lease of the next email.
 */
async function settle(db: Database, result: SettledMail | null, nextRow: Mail | undefined): Promise<boolean> {
  const writeResult = result && db.update(outbox).set(result.mailUpdate).where(isStillLeased(result.row));
  if (!nextRow) {
    await writeResult;
    return false;
  }
  const resultUpdates = writeResult ? [db.$with('finished').as(writeResult.returning({ id: outbox.id }))] : [];
  const [renewedRow] = await db
    .with(...resultUpdates)
    .update(outbox)
    .set({ leaseUntil: newLeaseEnd })
    .where(isStillLeased(nextRow))
    .returning({ id: outbox.id });
  return renewedRow !== undefined;
}

const isStillLeased = ({ id, attempts }: Mail) => and(eq(outbox.id, id), eq(outbox.attempts, attempts), isNull(outbox.sentAt));

type Mail = typeof outbox.$inferSelect;
type ClaimedMail = Mail & { userId: string | null };

/** The recipient may have changed the account's language since the email was written, so it is read when the email is sent. */
const recipientLanguage = sql<Language | null>`coalesce(
  (select ${users.language} from ${users} where lower(${users.email}) = lower(${outbox.recipient})), ${outbox.language})`;
const recipientId = sql<string | null>`(
  select ${users.id} from ${users} where lower(${users.email}) = lower(${outbox.recipient}))`;

export const newLeaseEnd = sql`now() + make_interval(mins => ${leaseMinutes})`;

/** Returns null if the email was sent, otherwise the reason why it was not. */
async function send(
  transport: Transport,
  { id, recipient, template, data, language: mailLanguage, userId }: ClaimedMail,
  publicUrl: string,
): Promise<string | null> {
  try {
    const language = mailLanguage && isLanguage(mailLanguage) ? mailLanguage : 'en';
    await transport.send({ id, to: recipient, userId, email: writeEmail(template, data, publicUrl, language), language });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** By the time someone sends an undeliverable email by hand, its link has expired. So its secret is replaced by a marker. */
const dataWithoutSecrets = sql`case when jsonb_exists_any(${outbox.data}, array['token', 'code'])
  then (${outbox.data} - 'token' - 'code') || '{"isWithoutSecret": true}' else ${outbox.data} end`;

/** Secrets in the email's data are deleted once it is sent. */
const sentUpdate = () => ({
  sentAt: new Date(),
  leaseUntil: null,
  lastError: null,
  data: sql`${outbox.data} - 'token' - 'code'`,
});

const retryUpdate = ({ attempts }: Mail, lastError: string) => ({
  lastError,
  leaseUntil: null,
  ...(attempts >= maxAttempts ? { failedAt: new Date(), data: dataWithoutSecrets } : {}),
  dueAt: new Date(Date.now() + 2 ** (attempts - 1) * minuteMs),
});

/** A deleted person's emails can be removed while they are being sent, which may deadlock. */
const deadlock = '40P01';

/** Retries end before the lease does, so that no other server claims the email meanwhile. */
const maxRetryMs = 60_000;

/** Retries while the database is unavailable. If the result were not written, the email would be sent again. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + maxRetryMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    try {
      return await work();
    } catch (error) {
      const isTransient = toUnavailableError(error) !== null || sqlState(error) === deadlock;
      if (!isTransient || Date.now() > deadline) throw error;
      await pause(pauseMs);
    }
  }
}
