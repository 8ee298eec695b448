import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { Database } from '#server/db/open.ts';
import { writeLetter } from './templates.ts';
import type { Transport } from './transport.ts';

const leaseMinutes = 2;
const mostAttempts = 8;

/**
 * Sends mails that are due: claimed row by row, so that nodes share the work, sent outside any transaction, finished
 * only if still ours. A refused mail is tried again after 1, 2, 4, … minutes. Returns how many were handled.
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
        or(isNull(outbox.leaseUntil), lte(outbox.leaseUntil, now)),
      ),
    )
    .orderBy(outbox.dueAt)
    .limit(batch)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(outbox)
    .set({ leaseUntil: sql`now() + make_interval(mins => ${leaseMinutes})`, attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.id, due))
    .returning();
  for (const row of claimed) {
    const mine = and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts));
    try {
      await transport.send({ id: row.id, to: row.recipient, letter: writeLetter(row.template, row.data, publicUrl) });
      /** What only its reader may know is kept no longer than it takes to send it. */
      const data = sql`${outbox.data} - 'token' - 'code'`;
      await db.update(outbox).set({ sentAt: new Date(), leaseUntil: null, lastError: null, data }).where(mine);
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error);
      const isLast = row.attempts >= mostAttempts;
      await db
        .update(outbox)
        .set({
          lastError,
          leaseUntil: null,
          failedAt: isLast ? new Date() : null,
          dueAt: sql`now() + make_interval(mins => ${2 ** (row.attempts - 1)})`,
        })
        .where(mine);
    }
  }
  return claimed.length;
}
