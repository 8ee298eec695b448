import { randomUUID } from 'node:crypto';
import { charges } from '#drizzle/schema/billing.ts';
import { jobs, postingOrders } from '#drizzle/schema/jobs.ts';
import { newGatewayOrderId } from '#server/billing/charge-row.ts';
import type { Database } from '#server/db/open.ts';
import { type City, vacancy } from './generate.ts';
import { randomFrom } from './random.ts';

/**
 * A job whose payment is on its way, so that this state is among the demo's too (`running: Demo data`). It lasts seconds
 * elsewhere: this charge has no moment at which the gateway is asked about it, so that it stays.
 */
export async function seedDemoPayment(
  db: Database,
  { companyId, createdBy, cities }: { companyId: string; createdBy: string; cities: readonly City[] },
): Promise<void> {
  // Of its own, so that everything else is the same with it and without.
  const random = randomFrom(2027);
  const orderId = random.id(new Date());
  const job = { ...vacancy(random, cities, companyId, 1, 'PROCESSING_PAYMENT'), orderId, createdAt: new Date() };
  const amountCents = job.costCents;
  await db
    .insert(postingOrders)
    .values({ id: orderId, companyId, createdBy, token: `demo-order-${orderId}`, totalCents: amountCents });
  await db.insert(jobs).values(job);
  await db.insert(charges).values({
    companyId,
    createdBy,
    purpose: 'new_job',
    subjectKey: orderId,
    amountCents,
    idempotencyKey: randomUUID(),
    gatewayOrderId: newGatewayOrderId(),
    dueAt: null,
  });
}
