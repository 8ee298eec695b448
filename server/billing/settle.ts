import { asc, eq, inArray, sql } from 'drizzle-orm';
import { charges } from '#drizzle/schema/billing.ts';
import { auditAll } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import type { Services } from '#server/services.ts';
import { writeReason } from '#shared/texts/write-text.ts';
import type { ChargeRow } from './charge-row.ts';
import type { InvoiceLine, InvoiceRow } from './invoice-query.ts';
import type { ChargeOutcome } from './take-money.ts';
import { writeInvoices } from './write-invoice.ts';

export type PaidCharge = { charge: ChargeRow; invoice: InvoiceRow };

/** The effects of a charge on the purchase that it pays for. They run in the transaction that settles the charge. */
export type ChargeEffects = {
  /** Locks the rows that a paid charge will change. It runs before the invoice numbers are taken. */
  lock?: (tx: Database, charges: readonly ChargeRow[]) => Promise<void>;
  /** The lines of the charge's invoice. */
  getLines: (tx: Database, charge: ChargeRow) => Promise<InvoiceLine[]>;
  /** Called with one or more charges of the same kind. */
  onPaid: (tx: Database, paid: readonly PaidCharge[]) => Promise<void>;
  onDeclined: (tx: Database, charge: ChargeRow, reason: string) => Promise<void>;
  /** No money was taken and the card was not declined, so the purchase can be paid again. */
  onReleased: (tx: Database, charge: ChargeRow) => Promise<void>;
};

export type EffectsResolver = (charge: ChargeRow) => ChargeEffects;
export type SettledOutcome = Exclude<ChargeOutcome, { kind: 'unknown' }>;
type ApprovedCharge = { charge: ChargeRow; outcome: Extract<ChargeOutcome, { kind: 'approved' }> };

/** The waits between lookups of a failed charge, in case its call arrived late. */
export const lateLookupSeconds = [60, 300, 1800, 10_800];

/**
 * Applies the outcome of a charge once, in one transaction, even if the caller, the worker and the webhook all report it.
 * Returns the updated charge.
 */
export async function settle(
  { db }: Pick<Services, 'db'>,
  chargeId: string,
  outcome: ChargeOutcome,
  effectsOf: EffectsResolver,
): Promise<ChargeRow> {
  const [charge] = await settleAll({ db }, new Map([[chargeId, outcome]]), effectsOf);
  if (!charge) throw new Error(`There is no charge ${chargeId}`);
  return charge;
}

/** Applies several outcomes. Charges that are already settled stay as they are. */
export async function settleAll(
  { db }: Pick<Services, 'db'>,
  outcomes: ReadonlyMap<string, ChargeOutcome>,
  effectsOf: EffectsResolver,
): Promise<ChargeRow[]> {
  return db.transaction(async (tx) => {
    const lockedCharges = await lockCharges(tx, [...outcomes.keys()]);
    const approvedCharges: ApprovedCharge[] = [];
    const settledCharges: ChargeRow[] = [];
    for (const charge of lockedCharges) {
      const outcome = outcomes.get(charge.id);
      if (charge.status !== 'pending' || !outcome || outcome.kind === 'unknown') settledCharges.push(charge);
      else if (outcome.kind === 'approved') approvedCharges.push({ charge, outcome });
      else settledCharges.push(await refuse(tx, charge, outcome, effectsOf(charge)));
    }
    return [...settledCharges, ...(await approve(tx, approvedCharges, effectsOf))];
  });
}

async function approve(
  tx: Database,
  approvedCharges: readonly ApprovedCharge[],
  effectsOf: EffectsResolver,
): Promise<ChargeRow[]> {
  if (approvedCharges.length === 0) return [];
  const invoiceInputs = [];
  for (const chargesOfPurpose of groupByPurpose(approvedCharges)) {
    const [first] = chargesOfPurpose;
    const rows = chargesOfPurpose.map(({ charge }) => charge);
    if (first) await effectsOf(first.charge).lock?.(tx, rows);
  }
  for (const { charge, outcome } of approvedCharges) {
    const { companyId, purpose, subjectKey, language } = charge;
    const lines = await effectsOf(charge).getLines(tx, charge);
    invoiceInputs.push({ companyId, purpose, subjectKey, lines, transaction: outcome.transaction, language });
  }
  const newInvoices = await writeInvoices(tx, invoiceInputs);
  const chargesWithInvoice = approvedCharges.flatMap(({ charge, outcome }, index) => {
    const invoice = newInvoices[index];
    return invoice ? [{ charge, invoice, outcome }] : [];
  });
  for (const chargesOfPurpose of groupByPurpose(chargesWithInvoice)) {
    const [first] = chargesOfPurpose;
    if (first) await effectsOf(first.charge).onPaid(tx, chargesOfPurpose);
  }
  await auditAll(
    tx,
    chargesWithInvoice.map(({ charge, outcome: { transaction }, invoice: { invoiceCustomId } }) =>
      toAuditEntry(charge, 'charge.approve', { transaction: transaction.id, invoice: invoiceCustomId }),
    ),
  );
  return saveApproved(tx, chargesWithInvoice);
}

/** Updates all charges in one statement, because the worker settles many charges together. */
async function saveApproved(tx: Database, paid: readonly (PaidCharge & ApprovedCharge)[]): Promise<ChargeRow[]> {
  const rows = paid.map(({ charge, invoice, outcome: { transaction } }) => ({
    ...charge,
    ...getSettledColumns(),
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
    await effects.onReleased(tx, charge);
    await auditAll(tx, [toAuditEntry(charge, 'charge.fail', {})]);
    const dueAt = new Date(Date.now() + (lateLookupSeconds[0] ?? 60) * 1000);
    return save(tx, charge, { ...getSettledColumns(), status: 'failed', attempts: 0, dueAt });
  }
  const { reason, responseCode, transaction } = outcome;
  await effects.onDeclined(tx, charge, reason);
  await auditAll(tx, [toAuditEntry(charge, 'charge.decline', { reason: writeReason(reason) })]);
  const gatewayTransactionId = transaction?.id ?? null;
  return save(tx, charge, { ...getSettledColumns(), status: 'declined', reason, responseCode, gatewayTransactionId });
}

const getSettledColumns = () => ({ settledAt: new Date(), dueAt: null, leaseUntil: null, mayArriveUntil: null });

function groupByPurpose<T extends { charge: ChargeRow }>(paid: readonly T[]): T[][] {
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

function toAuditEntry(charge: ChargeRow, action: `charge.${string}`, detail: Record<string, unknown>) {
  const { id, companyId, purpose, amountCents, createdBy } = charge;
  return {
    actor: { userId: createdBy, impersonatorId: null, ip: null },
    entry: { action, subject: { type: 'charge' as const, id }, companyId, detail: { purpose, amountCents, ...detail } },
  };
}
