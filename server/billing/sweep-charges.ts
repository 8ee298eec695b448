import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { charges, idempotencyKeys } from '#drizzle/schema/billing.ts';
import { audit, workerActor } from '#server/audit.ts';
import { claimDue, type DueRows, isUnleased } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import type { GatewayTransaction } from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { dayMs } from '#shared/days.ts';
import { retryLookupLater, nextLookupAt, type ChargeRow, inSeconds } from './charge-row.ts';
import { type ResolveEffects, lateLookSeconds, settle } from './settle.ts';
import { isStillRunning, waitFor, returnCharge, lookUpCharge, workerWaitsMs } from './take-money.ts';

const batch = 10;
const leaseSeconds = 90;
/**
 * The lease for a failed charge. It is longer than the five gateway calls of returning the money can take, each up to a
 * minute.
 */
const lateLeaseSeconds = 330;
/** How often a failed charge that is undecided or cannot be returned is checked, and for how many days. */
const undecided = { least: 60, most: 3600, mostDays: 7 };
/** Seconds between two checks while the gateway is away, so that a charge is settled within 30 seconds of its return. */
const askEverySeconds = 5;

type SweepServices = Pick<Services, 'db' | 'gateway' | 'log'>;

/** Charges with a lost answer, and failed charges that are checked again. */
export const dueCharges: DueRows = {
  table: charges,
  at: charges.dueAt,
  when: (now) => and(lte(charges.dueAt, now), isUnleased(charges.leaseUntil, now)),
};

/** Settles lost charges by asking the gateway, and returns money that was taken after all. It never charges. */
export async function sweepCharges(
  services: SweepServices & Pick<Services, 'gatewayCalls'>,
  effectsOf: ResolveEffects,
  waitMs = workerWaitsMs,
): Promise<number> {
  if (isStillRunning(services, 'charges')) return 0;
  const due = await claim(services);
  await waitFor(services, 'charges', Promise.all(due.map((charge) => lookUpDueCharge(services, charge, effectsOf))), waitMs);
  return due.length;
}

async function claim({ db }: SweepServices): Promise<ChargeRow[]> {
  const now = new Date();
  return db.transaction(async (tx) => {
    const ids = (await claimDue(tx, dueCharges, now, batch)).map(({ id }) => id);
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

async function lookUpDueCharge(services: SweepServices, charge: ChargeRow, effectsOf: ResolveEffects): Promise<void> {
  try {
    if (charge.status === 'pending') await settleByLookup(services, charge, effectsOf);
    if (charge.status === 'failed') await checkLateCharge(services, charge);
  } catch (error) {
    services.log.error({ err: error, charge: charge.id }, 'A charge could not be settled; it is tried again');
    await services.db
      .update(charges)
      .set({
        dueAt: charge.status === 'failed' ? nextWhileUndecided(services, charge) : inSeconds(askEverySeconds * 6),
        leaseUntil: null,
      })
      .where(isStillOurs(charge));
  }
}

/** False if another server has settled the charge meanwhile, or claimed it because our lease ran out. */
const isStillOurs = ({ id, status, leaseUntil }: ChargeRow) =>
  and(eq(charges.id, id), eq(charges.status, status), leaseUntil ? eq(charges.leaseUntil, leaseUntil) : undefined);

/** Settles a pending charge by asking the gateway. The webhook does the same. */
export async function settleByLookup(
  services: SweepServices,
  { id, gatewayOrderId }: ChargeRow,
  effectsOf: ResolveEffects,
): Promise<ChargeRow> {
  const mayStillArrive = await mayStillReachGateway(services, id);
  const outcome = await lookUpCharge(services.gateway, gatewayOrderId, mayStillArrive);
  const settled = await settle(services, id, outcome, effectsOf);
  if (settled.status === 'pending') await retryLookupLater(services.db, id, mayStillArrive ? 1 : askEverySeconds);
  return settled;
}

/** Reads the row again before the check, because a request that still waits for the gateway may have extended
 * `mayArriveUntil`. */
async function mayStillReachGateway({ db }: SweepServices, id: string): Promise<boolean> {
  const [row] = await db.select({ until: charges.mayArriveUntil }).from(charges).where(eq(charges.id, id));
  return Boolean(row?.until && row.until > new Date());
}

/**
 * If the gateway took the money for a charge that we recorded as failed, it is refunded, because the buyer was told that
 * nothing was charged. A charge that is undecided or cannot be refunded now is checked less and less often, for several days.
 */
async function checkLateCharge(services: SweepServices, charge: ChargeRow): Promise<void> {
  const found = await services.gateway.findByOrderId(charge.gatewayOrderId);
  let isOver = true;
  for (const transaction of found) {
    const { outcome } = transaction;
    if (outcome === 'pending') isOver = false;
    if (outcome !== 'approved' && outcome !== 'partial') continue;
    if (!(await returnLateCharge(services, charge, transaction))) isOver = false;
  }
  const attempts = charge.attempts + (isOver ? 1 : 0);
  const next = lateLookSeconds[attempts];
  const dueAt = isOver ? (next ? inSeconds(next) : null) : nextWhileUndecided(services, charge);
  await services.db.update(charges).set({ attempts, dueAt, leaseUntil: null }).where(isStillOurs(charge));
}

/** When to check next. Null after the last check. */
function nextWhileUndecided({ log }: SweepServices, { id, settledAt, createdAt }: ChargeRow): Date | null {
  const since = settledAt ?? createdAt;
  if (Date.now() - since.getTime() < undecided.mostDays * dayMs) return nextLookupAt(since, undecided);
  log.error({ charge: id }, 'A charge that was given up is still not settled or refunded; it is not looked up any more');
  return null;
}

/** Whether the gateway confirmed that the money was returned. */
async function returnLateCharge(
  { db, gateway, log }: SweepServices,
  { id, companyId }: ChargeRow,
  transaction: GatewayTransaction,
): Promise<boolean> {
  const outcome = await returnCharge(gateway, transaction);
  const isBack = outcome.kind === 'declined';
  const resultText = isBack ? 'it was refunded' : 'it is to be refunded';
  log.error({ charge: id, transaction: transaction.id }, `A charge that was given up had gone through; ${resultText}`);
  if (!isBack) return false;
  await db.transaction((tx) => note(tx, { id, companyId }, transaction.id));
  return true;
}

/** Writes the audit entry once, whichever server returned the charge. */
async function note(tx: Database, { id, companyId }: Pick<ChargeRow, 'id' | 'companyId'>, transaction: string): Promise<void> {
  const action = 'charge.give_back';
  await tx.select({ id: charges.id }).from(charges).where(eq(charges.id, id)).for('update');
  const [noted] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(sql`lower(${auditLog.subjectId})`, id),
        eq(auditLog.action, action),
        sql`${auditLog.detail} ->> 'transaction' = ${transaction}`,
      ),
    );
  if (noted) return;
  await audit(tx, workerActor, { action, subject: { type: 'charge', id }, companyId, detail: { transaction } });
}

/** How long an answer is stored for retries. */
export const keyLifetimeMs = 30 * dayMs;

/** Deletes expired keys. */
export async function sweepIdempotencyKeys(db: Database): Promise<number> {
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, new Date(Date.now() - keyLifetimeMs)));
  return 0;
}
