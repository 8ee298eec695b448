import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { Database } from '#server/db/open.ts';
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
  for (const row of claimed) {
    const mine = and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.sentAt));
    const [kept] = await db.update(outbox).set({ leaseUntil: leased }).where(mine).returning({ id: outbox.id });
    if (!kept) continue;
    const failure = await send(transport, row, publicUrl);
    await patiently(() =>
      db
        .update(outbox)
        .set(failure ? putOff(row, failure) : sent())
        .where(mine),
    );
  }
  return claimed.length;
}

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

/** Shorter than the lease: until then nobody else takes the mail. */
const patienceMs = 60_000;

/** A database that is away for a while must still hear what became of a mail, or it would be sent again. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + patienceMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    try {
      await work();
      return;
    } catch (error) {
      if (!unavailability(error) || Date.now() > until) throw error;
      await pause(pauseMs);
    }
  }
}
