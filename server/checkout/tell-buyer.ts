import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import type { ChargeRow } from '#server/billing/charge-row.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { answerTimes } from './answer-time.ts';

/** A buyer who was told `processing` may have left: a decline goes by mail then. */
export async function tellBuyer(tx: Database, charge: ChargeRow, title: string, reason: string): Promise<void> {
  const { createdAt, createdBy, subjectKey: orderId } = charge;
  if (!createdBy || Date.now() - createdAt.getTime() < answerTimes.answerWithinMs) return;
  const [buyer] = await tx.select({ email: users.email, firstName: users.firstName }).from(users).where(eq(users.id, createdBy));
  if (buyer) await mail(tx, buyer.email, 'payment_declined', { firstName: buyer.firstName, title, reason, orderId });
}
