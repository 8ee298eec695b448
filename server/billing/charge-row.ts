import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type ChargeLine, charges, type ChargePurpose } from '#drizzle/schema/billing.ts';
import type { Database } from '#server/db/open.ts';

export type ChargeRow = typeof charges.$inferSelect;

export type NewCharge = {
  companyId: string;
  purpose: ChargePurpose;
  /** What is paid; together with the purpose it is paid at most once. */
  subjectKey: string;
  amountCents: number;
  createdBy: string | null;
  /** The job that something is bought for after its posting. */
  jobId?: string;
  /** What is bought, as it was priced: the lines of its invoice. */
  lines: ChargeLine[];
  /** The idempotency key of the request, where it carried one. */
  requestId?: string | null;
};

/**
 * How long a call whose caller died may still take effect at the gateway. Within it, finding no transaction proves
 * nothing; after it the charge counts as not made, and what turns up later still is voided (`sweep-charges.ts`).
 */
export const arrivalSeconds = 25;
/** When the worker begins to ask about a charge whose caller is silent. */
export const firstLookSeconds = 7;

export const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

/** What the gateway does not decide is asked for ever less often: after a quarter of the time that has passed, within bounds. */
export function askSeldomer(since: Date, { least, most }: { least: number; most: number }): Date {
  return inSeconds(Math.min(most, Math.max(least, (Date.now() - since.getTime()) / 4000)));
}

/**
 * Writes the charge before the gateway is called. Null when one for the same thing is in flight or went through: the
 * index `charges_once_key` decides that, whatever runs at the same time (`product: Money`).
 */
export async function beginCharge(tx: Database, charge: NewCharge): Promise<ChargeRow | null> {
  const [row] = await beginCharges(tx, [charge]);
  return row ?? null;
}

/** The same for several at once; answers those that could begin. */
export async function beginCharges(tx: Database, wanted: readonly NewCharge[]): Promise<ChargeRow[]> {
  if (wanted.length === 0) return [];
  const rows = wanted.map((charge) => ({
    ...charge,
    idempotencyKey: randomUUID(),
    gatewayOrderId: newGatewayOrderId(),
    dueAt: inSeconds(firstLookSeconds),
    mayArriveUntil: inSeconds(arrivalSeconds),
  }));
  return tx.insert(charges).values(rows).onConflictDoNothing().returning();
}

/** A purchase of the job that is in flight. */
export async function pendingOfJob(db: Database, jobId: string): Promise<ChargeRow | null> {
  const [row] = await db
    .select()
    .from(charges)
    .where(and(eq(charges.jobId, jobId), sql`status = 'pending' and job_id is not null`));
  return row ?? null;
}

/** Those of the jobs for which something is being paid. Charges begin under the lock of the job's row. */
export async function jobsBeingPaid(db: Database, jobIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ jobId: charges.jobId })
    .from(charges)
    .where(and(inArray(charges.jobId, [...jobIds]), sql`status = 'pending' and job_id is not null`));
  return new Set(rows.flatMap(({ jobId }) => jobId ?? []));
}

/** The charge of a thing that is in flight or went through. */
export async function liveCharge(db: Database, purpose: ChargePurpose, subjectKey: string): Promise<ChargeRow | null> {
  const [row] = await db
    .select()
    .from(charges)
    .where(
      and(eq(charges.purpose, purpose), eq(charges.subjectKey, subjectKey), inArray(charges.status, ['pending', 'approved'])),
    );
  return row ?? null;
}

/** The charge that the request with this idempotency key began, unless nothing came of it. */
export async function chargeOfRequest(db: Database, requestId: string): Promise<ChargeRow | null> {
  const [row] = await db
    .select()
    .from(charges)
    .where(and(eq(charges.requestId, requestId), sql`status in ('pending', 'approved')`));
  return row ?? null;
}

export async function chargeById(db: Database, id: string): Promise<ChargeRow | null> {
  const [row] = await db.select().from(charges).where(eq(charges.id, id));
  return row ?? null;
}

/** Puts off the worker while the caller lives and waits for the gateway's answer. */
export async function stillCalling(db: Database, id: string): Promise<void> {
  await db
    .update(charges)
    .set({ mayArriveUntil: inSeconds(arrivalSeconds) })
    .where(and(eq(charges.id, id), sql`status = 'pending'`));
}

/** When a charge whose outcome is unknown is looked up next. */
export async function askLater(db: Database, id: string, seconds: number): Promise<void> {
  await db
    .update(charges)
    .set({ dueAt: inSeconds(seconds), leaseUntil: null })
    .where(and(eq(charges.id, id), sql`status = 'pending'`));
}

/** The caller goes without having heard the outcome; until when finding nothing proves nothing. */
export async function leaveToWorker(db: Database, id: string, mayArriveUntil: Date): Promise<void> {
  await db
    .update(charges)
    .set({ dueAt: inSeconds(1), leaseUntil: null, mayArriveUntil, attempts: 1 })
    .where(and(eq(charges.id, id), sql`status = 'pending'`));
}

/** Whether the caller of a pending charge went without having heard its outcome. */
export const wasLeftToWorker = ({ attempts }: Pick<ChargeRow, 'attempts'>): boolean => attempts > 0;

/** Seventeen letters and digits, the most that the gateway takes: 85 random bits. */
export function newGatewayOrderId(): string {
  const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ234567890';
  return [...randomBytes(17)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
