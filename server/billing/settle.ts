import { writeReason } from '#shared/texts/write-text.ts';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { charges } from '#drizzle/schema/billing.ts';
import type { Services } from '#server/services.ts';
import type { Database } from '#server/db/open.ts';
import { auditAll } from '#server/audit.ts';
import type { ChargeRow } from './charge-row.ts';
import type { Outcome } from './take-money.ts';
import type { InvoiceLine, InvoiceRow } from './invoice-query.ts';
import { writeInvoices } from './write-invoice.ts';

export type PaidCharge = { charge: ChargeRow; invoice: InvoiceRow };

/** What follows a charge for the thing that it pays for. Runs in the transaction that settles the charge. */
export type ChargeEffects = {
  /** Locks the rows that `paid` will change. It runs before the invoice numbers are taken. */
  lock?: (tx: Database, charges: readonly ChargeRow[]) => Promise<void>;
  /** The lines of the charge's invoice. */
  lines: (tx: Database, charge: ChargeRow) => Promise<InvoiceLine[]>;
  /** Called with one or more charges of the same kind. */
  paid: (tx: Database, paid: readonly PaidCharge[]) => Promise<void>;
  declined: (tx: Database, charge: ChargeRow, reason: string) => Promise<void>;
  /** No money was taken and the card was not declined, so it can be paid again. */
  released: (tx: Database, charge: ChargeRow) => Promise<void>;
};

export type ResolveEffects = (charge: ChargeRow) => ChargeEffects;
export type SettledOutcome = Exclude<Outcome, { kind: 'unknown' }>;
type Approved = { charge: ChargeRow; outcome: Extract<Outcome, { kind: 'approved' }> };

/** A failed charge is looked up again after these seconds, in case its call arrived late. */
export const lateLookSeconds = [60, 300, 1800, 10_800];

/**
 * Applies an outcome once, in one transaction, whether the caller, the worker or the webhook brings it. Returns the charge
 * afterward.
 */
export async function settle(
  { db }: Pick<Services, 'db'>,
  chargeId: string,
  outcome: Outcome,
  effectsOf: ResolveEffects,
): Promise<ChargeRow> {
  const [charge] = await settleAll({ db }, new Map([[chargeId, outcome]]), effectsOf);
  if (!charge) throw new Error(`There is no charge ${chargeId}`);
  return charge;
}

/** Applies several outcomes. Charges that are already settled stay as they are. */
export async function settleAll(
  { db }: Pick<Services, 'db'>,
  outcomes: ReadonlyMap<string, Outcome>,
  effectsOf: ResolveEffects,
): Promise<ChargeRow[]> {
  return db.transaction(async (tx) => {
    const locked = await lockCharges(tx, [...outcomes.keys()]);
    const approved: Approved[] = [];
    const settled: ChargeRow[] = [];
    for (const charge of locked) {
      const outcome = outcomes.get(charge.id);
      if (charge.status !== 'pending' || !outcome || outcome.kind === 'unknown') settled.push(charge);
      else if (outcome.kind === 'approved') approved.push({ charge, outcome });
      else settled.push(await refuse(tx, charge, outcome, effectsOf(charge)));
    }
    return [...settled, ...(await approve(tx, approved, effectsOf))];
  });
}

async function approve(tx: Database, approved: readonly Approved[], effectsOf: ResolveEffects): Promise<ChargeRow[]> {
  if (approved.length === 0) return [];
  const paidCharges = [];
  for (const samePurpose of byPurpose(approved)) {
    const [first] = samePurpose;
    const rows = samePurpose.map(({ charge }) => charge);
    if (first) await effectsOf(first.charge).lock?.(tx, rows);
  }
  for (const { charge, outcome } of approved) {
    const { companyId, purpose, subjectKey } = charge;
    const lines = await effectsOf(charge).lines(tx, charge);
    paidCharges.push({ companyId, purpose, subjectKey, lines, transaction: outcome.transaction });
  }
  const written = await writeInvoices(tx, paidCharges);
  const paid = approved.flatMap(({ charge, outcome }, index) => {
    const invoice = written[index];
    return invoice ? [{ charge, invoice, outcome }] : [];
  });
  for (const samePurpose of byPurpose(paid)) {
    const [first] = samePurpose;
    if (first) await effectsOf(first.charge).paid(tx, samePurpose);
  }
  await auditAll(
    tx,
    paid.map(({ charge, outcome: { transaction }, invoice: { invoiceCustomId } }) =>
      noteOf(charge, 'charge.approve', { transaction: transaction.id, invoice: invoiceCustomId }),
    ),
  );
  return saveApproved(tx, paid);
}

/** One statement for all, because the worker settles many charges together. */
async function saveApproved(tx: Database, paid: readonly (PaidCharge & Approved)[]): Promise<ChargeRow[]> {
  const rows = paid.map(({ charge, invoice, outcome: { transaction } }) => ({
    ...charge,
    ...closed(),
    status: 'approved' as const,
    invoiceId: invoice.id,
    gatewayTransactionId: transaction.id,
    responseCode: transaction.responseCode,
    cardType: transaction.card?.cardType ?? null,
    maskedNumber: transaction.card?.maskedNumber ?? null,
  }));
  await tx.execute(sql`update charges set status = 'approved', settled_at = v."settledAt", due_at = null, lease_until = null,
    may_arrive_until = null, invoice_id = v."invoiceId", gateway_transaction_id = v."gatewayTransactionId",
    response_code = v."responseCode", card_type = v."cardType", masked_number = v."maskedNumber"
    from json_to_recordset(${JSON.stringify(rows)}::json) as v(id uuid, "settledAt" timestamptz, "invoiceId" uuid,
      "gatewayTransactionId" text, "responseCode" int, "cardType" text, "maskedNumber" text) where charges.id = v.id`);
  return rows;
}

async function refuse(
  tx: Database,
  charge: ChargeRow,
  outcome: Exclude<SettledOutcome, { kind: 'approved' }>,
  effects: ChargeEffects,
): Promise<ChargeRow> {
  if (outcome.kind === 'failed') {
    await effects.released(tx, charge);
    await auditAll(tx, [noteOf(charge, 'charge.fail', {})]);
    const dueAt = new Date(Date.now() + (lateLookSeconds[0] ?? 60) * 1000);
    return save(tx, charge, { ...closed(), status: 'failed', attempts: 0, dueAt });
  }
  const { reason, responseCode, transaction } = outcome;
  await effects.declined(tx, charge, reason);
  await auditAll(tx, [noteOf(charge, 'charge.decline', { reason: writeReason(reason) })]);
  const gatewayTransactionId = transaction?.id ?? null;
  return save(tx, charge, { ...closed(), status: 'declined', reason, responseCode, gatewayTransactionId });
}

const closed = () => ({ settledAt: new Date(), dueAt: null, leaseUntil: null, mayArriveUntil: null });

function byPurpose<T extends { charge: ChargeRow }>(paid: readonly T[]): T[][] {
  return [...Map.groupBy(paid, ({ charge }) => charge.purpose).values()];
}

/** Locks the charges in a fixed order, so that two transactions cannot deadlock. */
function lockCharges(tx: Database, ids: readonly string[]): Promise<ChargeRow[]> {
  return tx
    .select()
    .from(charges)
    .where(inArray(charges.id, [...ids]))
    .orderBy(asc(charges.id))
    .for('update');
}

async function save(tx: Database, charge: ChargeRow, changes: Partial<ChargeRow>): Promise<ChargeRow> {
  await tx.update(charges).set(changes).where(eq(charges.id, charge.id));
  return { ...charge, ...changes };
}

function noteOf(charge: ChargeRow, action: `charge.${string}`, detail: Record<string, unknown>) {
  const { id, companyId, purpose, amountCents, createdBy } = charge;
  return {
    actor: { userId: createdBy, impersonatorId: null, ip: null },
    entry: { action, subject: { type: 'charge' as const, id }, companyId, detail: { purpose, amountCents, ...detail } },
  };
}
