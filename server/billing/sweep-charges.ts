import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { charges, idempotencyKeys } from '#drizzle/schema/billing.ts';
import { audit, workerActor } from '#server/audit/audit.ts';
import { claimDue, type DueRows, isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import type { GatewayTransaction } from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { dayMs } from '#shared/days.ts';
import { retryLookupLater, nextLookupAt, type ChargeRow, inSeconds } from './charge-row.ts';
import { type EffectsResolver, lateLookupSeconds, settle } from './settle.ts';
import { isStillRunning, trackGatewayCall, reverseCharge, lookUpCharge, maxWorkerWaitMs } from './take-money.ts';

const batchSize = 10;
const leaseSeconds = 90;
/**
 * The lease for a failed charge. Reversing it takes up to five gateway calls of up to a minute each, and the lease is
 * longer.
 */
const lateLeaseSeconds = 330;
/** How often and how long a failed charge is checked while the gateway has not decided it or cannot reverse it. */
const recheckLimits = { minSeconds: 60, maxSeconds: 3600, maxDays: 7 };
/** Seconds between two lookups during an outage of the gateway. Charges are settled within 30 seconds after the outage. */
const lookupIntervalSeconds = 5;

type SweepServices = Pick<Services, 'db' | 'gateway' | 'log'>;

/** Charges with a lost answer, and failed charges that are checked again. */
export const dueCharges: DueRows = {
  table: charges,
  at: charges.dueAt,
  when: (now) => and(lte(charges.dueAt, now), isUnleased(charges.leaseUntil, now)),
};

/** Looks up due charges at the gateway: settles pending ones, and reverses failed ones that were paid after all. */
export async function sweepCharges(
  services: SweepServices & Pick<Services, 'gatewayCalls'>,
  effectsOf: EffectsResolver,
  waitMs = maxWorkerWaitMs,
): Promise<number> {
  if (isStillRunning(services, 'charges')) return 0;
  const claimedCharges = await claim(services);
  await trackGatewayCall(
    services,
    'charges',
    Promise.all(claimedCharges.map((charge) => lookUpDueCharge(services, charge, effectsOf))),
    waitMs,
  );
  return claimedCharges.length;
}

async function claim({ db }: SweepServices): Promise<ChargeRow[]> {
  const now = new Date();
  return db.transaction(async (tx) => {
    const ids = (await claimDue(tx, dueCharges, now, batchSize)).map(({ id }) => id);
    if (ids.length === 0) return [];
    return tx
      .update(charges)
      .set({
        leaseUntil: sql`case when status = 'failed' then ${inSeconds(lateLeaseSeconds).toISOString()}::timestamptz
          else ${inSeconds(leaseSeconds).toISOString()}::timestamptz end`,
      })
      .where(inArray(charges.id, ids))
      .returning();
  });
}

async function lookUpDueCharge(services: SweepServices, charge: ChargeRow, effectsOf: EffectsResolver): Promise<void> {
  try {
    if (charge.status === 'pending') await settleByLookup(services, charge, effectsOf);
    if (charge.status === 'failed') await checkLateCharge(services, charge);
  } catch (error) {
    services.log.error({ err: error, charge: charge.id }, 'A charge could not be settled; it is tried again');
    await services.db
      .update(charges)
      .set({
        dueAt: charge.status === 'failed' ? nextRecheck(services, charge) : inSeconds(lookupIntervalSeconds * 6),
        leaseUntil: null,
      })
      .where(isStillLeased(charge));
  }
}

/** The condition that no other server has settled the charge, or claimed it because our lease ran out. */
const isStillLeased = ({ id, status, leaseUntil }: ChargeRow) =>
  and(eq(charges.id, id), eq(charges.status, status), leaseUntil ? eq(charges.leaseUntil, leaseUntil) : undefined);

/** Looks up a pending charge at the gateway and settles it. The webhook uses this too. */
export async function settleByLookup(
  services: SweepServices,
  { id, gatewayOrderId }: ChargeRow,
  effectsOf: EffectsResolver,
): Promise<ChargeRow> {
  const mayStillArrive = await mayStillArriveAtGateway(services, id);
  const outcome = await lookUpCharge(services.gateway, gatewayOrderId, mayStillArrive);
  const settled = await settle(services, id, outcome, effectsOf);
  if (settled.status === 'pending') await retryLookupLater(services.db, id, mayStillArrive ? 1 : lookupIntervalSeconds);
  return settled;
}

/** Reads the row again, because a request that still waits for the gateway may have extended `mayArriveUntil`. */
async function mayStillArriveAtGateway({ db }: SweepServices, id: string): Promise<boolean> {
  const [row] = await db.select({ until: charges.mayArriveUntil }).from(charges).where(eq(charges.id, id));
  return Boolean(row?.until && row.until > new Date());
}

/**
 * Reverses a charge that we recorded as failed if the gateway took the money, because the buyer was told that nothing was
 * charged. A charge that is undecided or cannot be reversed yet is checked for several days, less and less often.
 */
async function checkLateCharge(services: SweepServices, charge: ChargeRow): Promise<void> {
  const transactions = await services.gateway.findByOrderId(charge.gatewayOrderId);
  let isSettled = true;
  for (const transaction of transactions) {
    const { outcome } = transaction;
    if (outcome === 'pending') isSettled = false;
    if (outcome !== 'approved' && outcome !== 'partial') continue;
    if (!(await reverseLateCharge(services, charge, transaction))) isSettled = false;
  }
  const attempts = charge.attempts + (isSettled ? 1 : 0);
  const next = lateLookupSeconds[attempts];
  const dueAt = isSettled ? (next ? inSeconds(next) : null) : nextRecheck(services, charge);
  await services.db.update(charges).set({ attempts, dueAt, leaseUntil: null }).where(isStillLeased(charge));
}

/** When to check next. Null after the last check. */
function nextRecheck({ log }: SweepServices, { id, settledAt, createdAt }: ChargeRow): Date | null {
  const since = settledAt ?? createdAt;
  if (Date.now() - since.getTime() < recheckLimits.maxDays * dayMs) return nextLookupAt(since, recheckLimits);
  log.error({ charge: id }, 'A charge that was given up is still not settled or refunded; it is not looked up any more');
  return null;
}

/** Voids or refunds the charge, and returns whether the gateway confirmed it. */
async function reverseLateCharge(
  { db, gateway, log }: SweepServices,
  { id, companyId }: ChargeRow,
  transaction: GatewayTransaction,
): Promise<boolean> {
  const outcome = await reverseCharge(gateway, transaction);
  const isReversed = outcome.kind === 'declined';
  const resultText = isReversed ? 'it was refunded' : 'it is to be refunded';
  log.error({ charge: id, transaction: transaction.id }, `A charge that was given up had gone through; ${resultText}`);
  if (!isReversed) return false;
  await db.transaction((tx) => auditReversalOnce(tx, { id, companyId }, transaction.id));
  return true;
}

/** Writes the audit entry of a reversed charge once, even if several servers reverse it. */
async function auditReversalOnce(
  tx: Database,
  { id, companyId }: Pick<ChargeRow, 'id' | 'companyId'>,
  transaction: string,
): Promise<void> {
  const action = 'charge.give_back';
  await tx.select({ id: charges.id }).from(charges).where(eq(charges.id, id)).for('update');
  const [existingEntry] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(sql`lower(${auditLog.subjectId})`, id),
        eq(auditLog.action, action),
        sql`${auditLog.detail} ->> 'transaction' = ${transaction}`,
      ),
    );
  if (existingEntry) return;
  await audit(tx, workerActor, { action, subject: { type: 'charge', id }, companyId, detail: { transaction } });
}

/** How long an answer is stored under its idempotency key. */
export const keyLifetimeMs = 30 * dayMs;

/** Deletes expired idempotency keys. */
export async function sweepIdempotencyKeys(db: Database): Promise<number> {
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, new Date(Date.now() - keyLifetimeMs)));
  return 0;
}
