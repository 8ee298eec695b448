import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { type ChargeLine, charges, type ChargePurpose, invoices } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import type { ListFields, Reader } from '#server/lists/conditions.ts';
import { readPage } from '#server/lists/read-page.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { type ChargeItem, type chargeListSchema, chargeStatuses, purposes } from '#shared/billing/invoices.ts';
import { declineReasons } from '#shared/billing/payment.ts';
import { toCents, toDollars } from '#shared/billing/pricing.ts';
import { codes } from '#shared/catalogues.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { Language } from '#shared/texts/texts.ts';
import { writeReason } from '#shared/texts/write-text.ts';

export type ChargeRow = typeof charges.$inferSelect;

export type NewCharge = {
  companyId: string;
  purpose: ChargePurpose;
  /** Identifies what the charge pays for. Each pair of purpose and subject key can be paid at most once. */
  subjectKey: string;
  amountCents: number;
  createdBy: string | null;
  language: Language | null;
  /** The job, for a purchase made after posting. */
  jobId?: string;
  /** The items and their prices, which become the lines of the invoice. */
  lines: ChargeLine[];
  /** The idempotency key of the REST request, if the request has one. */
  requestId?: string | null;
};

/**
 * How long a call may still take effect at the gateway after its caller died. Until then, a missing transaction proves
 * nothing. Afterward the charge counts as failed, and a transaction that appears later is reversed (`sweep-charges.ts`).
 */
export const maxArrivalSeconds = 25;
/** When the worker starts to look up a charge whose caller has not stored an outcome. */
export const firstLookupSeconds = 7;

export const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

/** Each wait is a quarter of the time since `since`, within limits, so lookups become less and less frequent. */
export function nextLookupAt(
  since: Date,
  { minSeconds: min, maxSeconds: max }: { minSeconds: number; maxSeconds: number },
): Date {
  return inSeconds(Math.min(max, Math.max(min, (Date.now() - since.getTime()) / 4000)));
}

/**
 * Stores the charge before the gateway is called (`docs/product/money.md#charges`). Null if the same purchase is already
 * paid or has a pending charge. The unique index `charges_once_key` ensures that parallel requests cannot both charge.
 */
export async function beginCharge(tx: Database, charge: NewCharge): Promise<ChargeRow | null> {
  const [row] = await beginCharges(tx, [charge]);
  return row ?? null;
}

/** Stores several charges and returns those that could be stored. */
export async function beginCharges(tx: Database, newCharges: readonly NewCharge[]): Promise<ChargeRow[]> {
  if (newCharges.length === 0) return [];
  const rows = newCharges.map((charge) => ({
    ...charge,
    idempotencyKey: randomUUID(),
    gatewayOrderId: newGatewayOrderId(),
    dueAt: inSeconds(firstLookupSeconds),
    mayArriveUntil: inSeconds(maxArrivalSeconds),
  }));
  return tx.insert(charges).values(rows).onConflictDoNothing().returning();
}

/** The pending charge for a purchase of the job. */
export async function findPendingChargeOfJob(db: Database, jobId: string): Promise<ChargeRow | null> {
  const [row] = await db
    .select()
    .from(charges)
    .where(and(eq(charges.jobId, jobId), sql`status = 'pending' and job_id is not null`));
  return row ?? null;
}

/** The jobs that have a pending charge. Lock their rows first, because a charge is stored under the same lock. */
export async function jobIdsWithPendingCharge(db: Database, jobIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ jobId: charges.jobId })
    .from(charges)
    .where(and(inArray(charges.jobId, [...jobIds]), sql`status = 'pending' and job_id is not null`));
  return new Set(rows.flatMap(({ jobId }) => jobId ?? []));
}

/** The pending or approved charge for a purchase. */
export async function findPendingOrApprovedCharge(
  db: Database,
  purpose: ChargePurpose,
  subjectKey: string,
): Promise<ChargeRow | null> {
  const [row] = await db
    .select()
    .from(charges)
    .where(
      and(eq(charges.purpose, purpose), eq(charges.subjectKey, subjectKey), inArray(charges.status, ['pending', 'approved'])),
    );
  return row ?? null;
}

/** The pending or approved charge of the request with this idempotency key. */
export async function findChargeOfRequest(db: Database, requestId: string): Promise<ChargeRow | null> {
  const [row] = await db
    .select()
    .from(charges)
    .where(and(eq(charges.requestId, requestId), sql`status in ('pending', 'approved')`));
  return row ?? null;
}

export async function findChargeById(db: Database, id: string): Promise<ChargeRow | null> {
  const [row] = await db.select().from(charges).where(eq(charges.id, id));
  return row ?? null;
}

/** Postpones the worker's lookup while the caller is alive and waiting for the gateway. */
export async function extendGatewayCall(db: Database, id: string): Promise<void> {
  await db
    .update(charges)
    .set({ mayArriveUntil: inSeconds(maxArrivalSeconds) })
    .where(and(eq(charges.id, id), sql`status = 'pending'`));
}

/** Sets the next lookup of a charge with an unknown outcome. */
export async function retryLookupLater(db: Database, id: string, seconds: number): Promise<void> {
  await db
    .update(charges)
    .set({ dueAt: inSeconds(seconds), leaseUntil: null })
    .where(and(eq(charges.id, id), sql`status = 'pending'`));
}

/** Leaves a charge without an outcome to the worker. The call may reach the gateway until `arrivalDeadline`. */
export async function deferToWorker(db: Database, id: string, arrivalDeadline: Date): Promise<void> {
  await db
    .update(charges)
    .set({ dueAt: inSeconds(1), leaseUntil: null, mayArriveUntil: arrivalDeadline, attempts: 1 })
    .where(and(eq(charges.id, id), sql`status = 'pending'`));
}

/** Whether a pending charge was left to the worker, because its caller got no outcome. */
export const isDeferredToWorker = ({ attempts }: Pick<ChargeRow, 'attempts'>): boolean => attempts > 0;

/** Seventeen letters and digits, the gateway's maximum, with 85 random bits. */
export function newGatewayOrderId(): string {
  const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ234567890';
  return [...randomBytes(17)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

const fields: ListFields = {
  created_at: { kind: 'date', column: charges.createdAt, isRequired: true },
  company_name: { kind: 'text', column: companies.companyName, isRequired: true },
  status: { kind: 'enum', column: charges.status, values: codes(chargeStatuses), isRequired: true },
  purpose: { kind: 'enum', column: charges.purpose, values: codes(purposes), isRequired: true },
  amount: { kind: 'number', column: charges.amountCents, convert: (value) => toCents(Number(value)), isRequired: true },
  reason: { kind: 'enum', column: charges.reason, values: declineReasons },
};

/** A page of charges, the newest first by default, each with the reason if it was declined or failed. */
export async function listCharges(
  db: Database,
  scope: CompanyScope,
  { companyId, ...request }: z.infer<typeof chargeListSchema> & Reader,
): Promise<PageOf<ChargeItem>> {
  const list = {
    from: sql`${charges} left join ${companies} on ${companies.id} = ${charges.companyId}`,
    id: charges.id,
    fields,
    defaultOrder: [{ field: 'created_at', direction: 'desc' as const }],
    where: and(whereInScope(charges.companyId, scope), companyId ? eq(charges.companyId, companyId) : undefined),
  };
  return readPage(db, list, request, async (ids) => {
    const rows = await db
      .select({
        id: charges.id,
        createdAt: charges.createdAt,
        companyId: charges.companyId,
        companyName: companies.companyName,
        purpose: charges.purpose,
        amountCents: charges.amountCents,
        status: charges.status,
        reason: charges.reason,
        cardType: charges.cardType,
        maskedNumber: charges.maskedNumber,
        transactionId: charges.gatewayTransactionId,
        invoiceCustomId: invoices.invoiceCustomId,
      })
      .from(charges)
      .innerJoin(companies, eq(companies.id, charges.companyId))
      .leftJoin(invoices, eq(invoices.id, charges.invoiceId))
      .where(inArray(charges.id, ids));
    return rows.map(({ amountCents, ...row }) => ({
      ...row,
      reason: writeReason(row.reason ?? (row.status === 'failed' ? 'errors.chargeNotProcessed' : null), request.language),
      amount: toDollars(amountCents),
    }));
  });
}
