import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { charges } from '#drizzle/schema/billing.ts';
import { audit } from '#server/audit.ts';
import type { GatewayTransaction } from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { askLater, type ChargeRow, inSeconds } from './charge-row.ts';
import { type EffectsOf, lateLookSeconds, settle } from './settle.ts';
import { isStillRunning, waitFor } from './still-running.ts';
import { giveBack, lookUp } from './take-money.ts';
import { workerWaitsMs } from './wait-for-charge.ts';

const batch = 10;
const leaseSeconds = 90;
/** Between two questions about a charge, however long the gateway is away: it is settled within 30 seconds of its return. */
const askEverySeconds = 5;

type Needs = Pick<Services, 'db' | 'gateway' | 'log'>;

/** Settles charges whose answer was lost, and looks once more after those that were given up. Never charges. */
export async function sweepCharges(services: Needs, effectsOf: EffectsOf, waitMs = workerWaitsMs): Promise<number> {
  if (isStillRunning(services, 'charges')) return 0;
  const due = await claim(services);
  await waitFor(services, 'charges', Promise.all(due.map((charge) => look(services, charge, effectsOf))), waitMs);
  return due.length;
}

async function claim({ db }: Needs): Promise<ChargeRow[]> {
  const now = new Date();
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: charges.id })
      .from(charges)
      .where(and(lte(charges.dueAt, now), or(isNull(charges.leaseUntil), lte(charges.leaseUntil, now))))
      .orderBy(asc(charges.dueAt))
      .limit(batch)
      .for('update', { skipLocked: true });
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    return tx
      .update(charges)
      .set({ leaseUntil: inSeconds(leaseSeconds) })
      .where(inArray(charges.id, ids))
      .returning();
  });
}

async function look(services: Needs, charge: ChargeRow, effectsOf: EffectsOf): Promise<void> {
  try {
    if (charge.status === 'pending') await settleByAsking(services, charge, effectsOf);
    if (charge.status === 'failed') await lookAgain(services, charge);
  } catch (error) {
    services.log.error({ err: error, charge: charge.id }, 'A charge could not be settled; it is tried again');
    await services.db
      .update(charges)
      .set({ dueAt: inSeconds(askEverySeconds * 6), leaseUntil: null })
      // Another node may have settled it meanwhile.
      .where(and(eq(charges.id, charge.id), eq(charges.status, charge.status)));
  }
}

/** Asks the gateway what became of a pending charge; the webhook does the same. */
export async function settleByAsking(
  services: Needs,
  { id, gatewayOrderId }: ChargeRow,
  effectsOf: EffectsOf,
): Promise<ChargeRow> {
  const mayStillArrive = await mayArrive(services, id);
  const outcome = await lookUp(services.gateway, gatewayOrderId, mayStillArrive);
  const settled = await settle(services, id, outcome, effectsOf);
  if (settled.status === 'pending') await askLater(services.db, id, mayStillArrive ? 1 : askEverySeconds);
  return settled;
}

/** Read afresh before asking: the caller may be alive and have put the moment off. */
async function mayArrive({ db }: Needs, id: string): Promise<boolean> {
  const [row] = await db.select({ until: charges.mayArriveUntil }).from(charges).where(eq(charges.id, id));
  return Boolean(row?.until && row.until > new Date());
}

/**
 * A charge that was given up and took effect after all is given back: its buyer was told that nothing was charged. One
 * that is still undecided, or that cannot be given back now, is looked at until it is.
 */
async function lookAgain(services: Needs, charge: ChargeRow): Promise<void> {
  const found = await services.gateway.findByOrderId(charge.gatewayOrderId);
  let isOver = true;
  for (const transaction of found) {
    const { outcome } = transaction;
    if (outcome === 'pending') isOver = false;
    if (outcome !== 'approved' && outcome !== 'partial') continue;
    if (!(await giveBackLate(services, charge, transaction))) isOver = false;
  }
  const attempts = charge.attempts + (isOver ? 1 : 0);
  const next = lateLookSeconds[isOver ? attempts : 0];
  await services.db
    .update(charges)
    .set({ attempts, dueAt: next ? inSeconds(next) : null, leaseUntil: null })
    .where(eq(charges.id, charge.id));
}

/** Whether it is known to have gone back. */
async function giveBackLate(
  { db, gateway, log }: Needs,
  { id, companyId }: ChargeRow,
  transaction: GatewayTransaction,
): Promise<boolean> {
  const outcome = await giveBack(gateway, transaction);
  const isBack = outcome.kind === 'declined';
  const became = isBack ? 'it was given back' : 'it is to be given back';
  log.error({ charge: id, transaction: transaction.id }, `A charge that was given up had gone through; ${became}`);
  if (!isBack) return false;
  const actor = { userId: null, impersonatorId: null, ip: null };
  const detail = { transaction: transaction.id };
  await audit(db, actor, { action: 'charge.give_back', subject: { type: 'charge', id }, companyId, detail });
  return true;
}
