import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { type ChargeRow, wasLeftToWorker } from '#server/billing/charge-row.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { answerTimes } from './answer-time.ts';

/**
 * A buyer who was told `processing` may have left: that nothing was taken goes by mail then, with the reason when the card
 * was declined.
 */
export async function tellBuyer(tx: Database, charge: ChargeRow, title: string, reason: string | null): Promise<void> {
  const { createdAt, createdBy, subjectKey: orderId } = charge;
  const isWaiting = !wasLeftToWorker(charge) && Date.now() - createdAt.getTime() < answerTimes.answerWithinMs;
  if (!createdBy || isWaiting) return;
  const [buyer] = await tx.select({ email: users.email, firstName: users.firstName }).from(users).where(eq(users.id, createdBy));
  if (!buyer) return;
  const { email, firstName } = buyer;
  if (reason === null) await mail(tx, email, 'payment_not_taken', { firstName, title });
  else await mail(tx, email, 'payment_declined', { firstName, title, reason, orderId });
}
