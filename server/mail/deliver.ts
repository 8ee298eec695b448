import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { Database } from '#server/db/open.ts';
import { sqlState } from '#server/errors.ts';
import { unavailability } from '#server/unavailable.ts';
import { writeLetter } from './templates.ts';
import type { Transport } from './transport.ts';

const leaseMinutes = 2;
const mostAttempts = 8;

/**
 * Sends mails that are due: claimed row by row, so that nodes share the work, sent outside any transaction, finished
 * only if still ours. A refused mail is tried again after 1, 2, 4, … minutes. Leases are told by the database's clock
 * alone, whatever this node's says, and begin anew before each mail. Returns how many were handled.
 */
export async function deliverMail(db: Database, transport: Transport, publicUrl: string, batch = 20): Promise<number> {
  const now = new Date();
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.sentAt),
        isNull(outbox.failedAt),
        lte(outbox.dueAt, now),
        or(isNull(outbox.leaseUntil), lte(outbox.leaseUntil, sql`now()`)),
      ),
    )
    .orderBy(outbox.dueAt)
    .limit(batch)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(outbox)
    .set({ leaseUntil: leased, attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.id, due))
    .returning();
  // The first was leased by the claim just now, each other one together with what became of the one before it.
  let isOurs = true;
  for (const [n, row] of claimed.entries()) {
    const failure: string | null = isOurs ? await send(transport, row, publicUrl) : null;
    const became: Became = failure ? putOff(row, failure) : sent();
    const settled: Settled | null = isOurs ? { row, became } : null;
    isOurs = await patiently(() => settle(db, settled, claimed[n + 1]));
  }
  return claimed.length;
}

type Became = Partial<{ [Column in keyof Mail]: Mail[Column] | SQL }>;
type Settled = { row: Mail; became: Became };

/** Writes what became of a mail, if it is still ours, and leases the next anew in the same statement: whether that one is ours. */
async function settle(db: Database, settled: Settled | null, next: Mail | undefined): Promise<boolean> {
  const finish = settled && db.update(outbox).set(settled.became).where(isStillOurs(settled.row));
  if (!next) {
    await finish;
    return false;
  }
  const finished = finish ? [db.$with('finished').as(finish.returning({ id: outbox.id }))] : [];
  const [kept] = await db
    .with(...finished)
    .update(outbox)
    .set({ leaseUntil: leased })
    .where(isStillOurs(next))
    .returning({ id: outbox.id });
  return kept !== undefined;
}

const isStillOurs = ({ id, attempts }: Mail) => and(eq(outbox.id, id), eq(outbox.attempts, attempts), isNull(outbox.sentAt));

type Mail = typeof outbox.$inferSelect;
const leased = sql`now() + make_interval(mins => ${leaseMinutes})`;

/** Null when it was sent, else why not. */
async function send(transport: Transport, { id, recipient, template, data }: Mail, publicUrl: string): Promise<string | null> {
  try {
    await transport.send({ id, to: recipient, letter: writeLetter(template, data, publicUrl) });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What only its reader may know is kept no longer than it takes to send it. */
const sent = () => ({
  sentAt: new Date(),
  leaseUntil: null,
  lastError: null,
  data: sql`${outbox.data} - 'token' - 'code'`,
});

const putOff = ({ attempts }: Mail, lastError: string) => ({
  lastError,
  leaseUntil: null,
  failedAt: attempts >= mostAttempts ? new Date() : null,
  dueAt: sql`now() + make_interval(mins => ${2 ** (attempts - 1)})`,
});

/** Somebody's mails are forgotten while theirs are sent. */
const deadlock = '40P01';

/** Shorter than the lease: until then nobody else takes the mail. */
const patienceMs = 60_000;

/** A database that is away for a while must still hear what became of a mail, or it would be sent again. */
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
