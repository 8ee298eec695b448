import {
  CardRefused,
  type ChargeRequest,
  type GatewayTransaction,
  GatewayUnavailable,
  type PaymentGateway,
} from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { arrivalSeconds, chargeById, type ChargeRow, inSeconds, handToWorker, extendGatewayCall } from './charge-row.ts';
import { type ResolveEffects, settle, type SettledOutcome } from './settle.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/open.ts';

const pollMs = 150;
/** The worker waits this long for the gateway, then continues with other tasks while the call goes on. */
export const workerWaitsMs = 10_000;

/** Waits until the charge is settled, at most `maxMs`, and returns it as it is then. Holds no transaction while waiting. */
export async function waitForCharge(db: Database, id: string, maxMs: number): Promise<ChargeRow | null> {
  const until = Date.now() + maxMs;
  for (;;) {
    const charge = await chargeById(db, id);
    if (charge?.status !== 'pending' || Date.now() >= until) return charge;
    await pause(pollMs);
  }
}

/** The result of the work if it comes in time, otherwise null. The work continues either way. */
export async function resultWithin<T>(work: Promise<T>, maxMs: number): Promise<T | null> {
  const stop = new AbortController();
  try {
    return await Promise.race([work, pause(maxMs, null, { signal: stop.signal })]);
  } finally {
    stop.abort();
  }
}

type Calls = Pick<Services, 'gatewayCalls'>;
type Task = 'charges' | 'refunds';

/** While a call of the task is running, no more of the task is claimed. Otherwise a hanging gateway would delay every run. */
export const isStillRunning = ({ gatewayCalls }: Calls, task: Task): boolean =>
  [...gatewayCalls].some((call) => call.task === task);

/** The result if it comes in time, otherwise null. The work continues and counts as running until it is done. */
export async function waitFor<T>({ gatewayCalls }: Calls, task: Task, done: Promise<T>, maxMs: number): Promise<T | null> {
  const call = { task, done };
  const end = () => gatewayCalls.delete(call);
  gatewayCalls.add(call);
  void done.then(end, end);
  return resultWithin(done, maxMs);
}

/** Waits for all calls and returns whether they ended in time. */
export async function allDone({ gatewayCalls }: Calls, maxMs: number): Promise<boolean> {
  return (await resultWithin(Promise.allSettled([...gatewayCalls].map(({ done }) => done)), maxMs)) !== null;
}

type ChargeServices = Pick<Services, 'db' | 'gateway' | 'log'>;
const beatMs = 8000;

type Call = Pick<ChargeRequest, 'source' | 'description' | 'initiatedBy'>;

/**
 * Calls the gateway for a stored charge, outside any transaction, and applies the outcome. The worker settles an unknown
 * one. This takes as long as the gateway takes; callers limit their own wait.
 */
export async function runCharge(
  services: ChargeServices,
  charge: ChargeRow,
  call: Call,
  effectsOf: ResolveEffects,
): Promise<ChargeRow> {
  const outcome = await callGateway(services, charge, call);
  if (outcome) return settle(services, charge.id, outcome, effectsOf);
  // The gateway's webhook may have settled it.
  return (await chargeById(services.db, charge.id)) ?? charge;
}

/** The gateway's outcome, for the caller to settle. Null if it is left to the worker. */
export async function callGateway(services: ChargeServices, charge: ChargeRow, call: Call): Promise<SettledOutcome | null> {
  const { db, gateway } = services;
  const { id, amountCents, gatewayOrderId: orderId, idempotencyKey } = charge;
  const outcome = await whileExtendingLease(services, id, () =>
    requestCharge(gateway, { ...call, amountCents, orderId, idempotencyKey }),
  );
  if (outcome.kind !== 'unknown') return outcome;
  await handToWorker(db, id, outcome.mayStillArrive ? inSeconds(arrivalSeconds) : new Date());
  return null;
}

/** Shows the workers of all servers that the caller is alive, so that they do not give up the charge. */
async function whileExtendingLease<T>({ db, log }: ChargeServices, id: string, work: () => Promise<T>): Promise<T> {
  const extendLease = () =>
    extendGatewayCall(db, id).catch((error: unknown) => log.warn({ err: error, charge: id }, 'A charge could not be kept alive'));
  const timer = setInterval(() => void extendLease(), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** The outcome of a charge, as far as the gateway can tell. */
export type Outcome =
  | { kind: 'approved'; transaction: GatewayTransaction }
  | { kind: 'declined'; reason: string; responseCode: number | null; transaction: GatewayTransaction | null }
  /** Certain: the gateway has no transaction and will not get one. */
  | { kind: 'failed' }
  /** The outcome must be looked up again later. With `mayStillArrive`, the charge may still reach the gateway. */
  | { kind: 'unknown'; mayStillArrive: boolean };

const declinedWords = 'errors.cardDeclined';
const partialWords = 'errors.cardCouldNotCoverAmount';

/**
 * Charges once. If the answer is lost, the gateway is asked what happened, and the card is never charged again to find out
 * (`docs/product/money.md#charges`).
 */
export async function requestCharge(gateway: PaymentGateway, request: ChargeRequest): Promise<Outcome> {
  try {
    return await outcomeOfTransaction(gateway, await gateway.charge(request));
  } catch (error) {
    if (error instanceof CardRefused) return cardRefusal(error);
    if (!(error instanceof GatewayUnavailable)) return { kind: 'unknown', mayStillArrive: true };
    return lookUpCharge(gateway, request.orderId, error.mayStillArrive);
  }
}

/** What the gateway knows about an order id. With `mayStillArrive`, a call may still be on its way. */
export async function lookUpCharge(gateway: PaymentGateway, orderId: string, mayStillArrive: boolean): Promise<Outcome> {
  try {
    const found = await gateway.findByOrderId(orderId);
    const paid = found.find(({ outcome }) => outcome === 'approved');
    const last = paid ?? found.find(({ outcome }) => outcome === 'partial' || outcome === 'pending') ?? found.at(-1);
    if (last) return await outcomeOfTransaction(gateway, last);
    return mayStillArrive ? { kind: 'unknown', mayStillArrive } : { kind: 'failed' };
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    return { kind: 'unknown', mayStillArrive };
  }
}

async function outcomeOfTransaction(gateway: PaymentGateway, transaction: GatewayTransaction): Promise<Outcome> {
  switch (transaction.outcome) {
    case 'approved':
      return { kind: 'approved', transaction };
    case 'partial':
      return returnCharge(gateway, transaction);
    case 'pending':
      return { kind: 'unknown', mayStillArrive: true };
    case 'voided':
    case 'refunded':
      return declined(transaction, transaction.amountAuthorizedCents < transaction.amountCents ? partialWords : declinedWords);
    case 'declined':
    case 'error':
      return declined(transaction, transaction.reason ?? declinedWords);
  }
}

/** A partial approval does not pay the order, so it is voided before the outcome is reported. */
export async function returnCharge(gateway: PaymentGateway, transaction: GatewayTransaction): Promise<Outcome> {
  try {
    const voided = await gateway.void(transaction.id);
    const after = voided.outcome === 'voided' ? voided : await gateway.refund(transaction.id);
    if (after.outcome === 'voided' || after.outcome === 'refunded') return declined(after, partialWords);
    return { kind: 'unknown', mayStillArrive: true };
  } catch (error) {
    if (error instanceof GatewayUnavailable) return { kind: 'unknown', mayStillArrive: true };
    throw error;
  }
}

const declined = (transaction: GatewayTransaction, reason: string): Outcome => ({
  kind: 'declined',
  reason,
  responseCode: transaction.responseCode,
  transaction,
});
const cardRefusal = ({ reason, responseCode }: CardRefused): Outcome => ({
  kind: 'declined',
  reason,
  responseCode,
  transaction: null,
});
