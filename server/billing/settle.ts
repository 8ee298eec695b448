import { eq } from 'drizzle-orm';
import { charges } from '#drizzle/schema/billing.ts';
import type { Services } from '#server/services.ts';
import type { Database } from '#server/db/open.ts';
import { audit } from '#server/audit.ts';
import type { ChargeRow } from './charge-row.ts';
import type { Outcome } from './take-money.ts';
import { type InvoiceLine, type InvoiceRow, writeInvoice } from './write-invoice.ts';

/** What a charge means to whoever asked for it; runs in the transaction that settles it. */
export type ChargeEffects = {
  /** The lines of its invoice. */
  lines: (tx: Database, charge: ChargeRow) => Promise<InvoiceLine[]>;
  paid: (tx: Database, charge: ChargeRow, invoice: InvoiceRow) => Promise<void>;
  declined: (tx: Database, charge: ChargeRow, reason: string) => Promise<void>;
  /** Nothing was charged and nothing said about the card: payable as before. */
  released: (tx: Database, charge: ChargeRow) => Promise<void>;
};

export type EffectsOf = (charge: ChargeRow) => ChargeEffects;

/** Seconds after which a failed charge is looked up again, should its call have arrived against expectation. */
export const lateLookSeconds = [60, 300, 1800, 10_800];

/**
 * Applies an outcome once, in one transaction, whoever brings it: the caller, the worker or the webhook. Answers the
 * charge as it stands then.
 */
export async function settle(
  { db }: Pick<Services, 'db'>,
  chargeId: string,
  outcome: Outcome,
  effectsOf: EffectsOf,
): Promise<ChargeRow> {
  return db.transaction(async (tx) => {
    const charge = await lockCharge(tx, chargeId);
    if (charge.status !== 'pending' || outcome.kind === 'unknown') return charge;
    const effects = effectsOf(charge);
    const settled = { settledAt: new Date(), dueAt: null, leaseUntil: null, mayArriveUntil: null };
    switch (outcome.kind) {
      case 'approved': {
        const { transaction } = outcome;
        const { companyId, purpose, subjectKey } = charge;
        const lines = await effects.lines(tx, charge);
        const invoice = await writeInvoice(tx, { companyId, purpose, subjectKey, lines, transaction });
        await effects.paid(tx, charge, invoice);
        await note(tx, charge, 'charge.approve', { transaction: transaction.id, invoice: invoice.invoiceCustomId });
        return save(tx, charge, {
          ...settled,
          status: 'approved',
          invoiceId: invoice.id,
          gatewayTransactionId: transaction.id,
          responseCode: transaction.responseCode,
          cardType: transaction.card?.cardType ?? null,
          maskedNumber: transaction.card?.maskedNumber ?? null,
        });
      }
      case 'declined': {
        const { reason, responseCode, transaction } = outcome;
        await effects.declined(tx, charge, reason);
        await note(tx, charge, 'charge.decline', { reason });
        return save(tx, charge, {
          ...settled,
          status: 'declined',
          reason,
          responseCode,
          gatewayTransactionId: transaction?.id ?? null,
        });
      }
      case 'failed':
        await effects.released(tx, charge);
        await note(tx, charge, 'charge.fail', {});
        return save(tx, charge, {
          ...settled,
          status: 'failed',
          attempts: 0,
          dueAt: new Date(Date.now() + (lateLookSeconds[0] ?? 60) * 1000),
        });
    }
  });
}

async function lockCharge(tx: Database, id: string): Promise<ChargeRow> {
  const [charge] = await tx.select().from(charges).where(eq(charges.id, id)).for('update');
  if (!charge) throw new Error(`There is no charge ${id}`);
  return charge;
}

async function save(tx: Database, charge: ChargeRow, changes: Partial<ChargeRow>): Promise<ChargeRow> {
  await tx.update(charges).set(changes).where(eq(charges.id, charge.id));
  return { ...charge, ...changes };
}

async function note(tx: Database, charge: ChargeRow, action: `charge.${string}`, detail: Record<string, unknown>): Promise<void> {
  const actor = { userId: charge.createdBy, impersonatorId: null, ip: null };
  const { id, companyId, purpose, amountCents } = charge;
  await audit(tx, actor, { action, subject: { type: 'charge', id }, companyId, detail: { purpose, amountCents, ...detail } });
}
