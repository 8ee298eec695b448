import {
  CardRefused,
  type ChargeRequest,
  type GatewayTransaction,
  GatewayUnavailable,
  type PaymentGateway,
} from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { arrivalSeconds, chargeById, type ChargeRow, inSeconds, leaveToWorker, stillCalling } from './charge-row.ts';
import { type EffectsOf, settle, type SettledOutcome } from './settle.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/open.ts';

const pollMs = 150;
/** The worker waits this long for the gateway, then turns to its other tasks while the call continues. */
export const workerWaitsMs = 10_000;

/** The charge when it is settled, or its current state when the time is up. Holds no transaction while it waits. */
export async function waitForCharge(db: Database, id: string, mostMs: number): Promise<ChargeRow | null> {
  const until = Date.now() + mostMs;
  for (;;) {
    const charge = await chargeById(db, id);
    if (charge?.status !== 'pending' || Date.now() >= until) return charge;
    await pause(pollMs);
  }
}

/** The result of the work if it comes in time, otherwise null; the work continues either way. */
export async function within<T>(work: Promise<T>, mostMs: number): Promise<T | null> {
  const stop = new AbortController();
  try {
    return await Promise.race([work, pause(mostMs, null, { signal: stop.signal })]);
  } finally {
    stop.abort();
  }
}

type Calls = Pick<Services, 'gatewayCalls'>;
type Task = 'charges' | 'refunds';

/** While it is, nothing more of the task is claimed: a gateway that hangs would be waited for again in every round. */
export const isStillRunning = ({ gatewayCalls }: Calls, task: Task): boolean =>
  [...gatewayCalls].some((call) => call.task === task);

/** The result if it comes in time, otherwise null; the work continues and counts as running until it is done. */
export async function waitFor<T>({ gatewayCalls }: Calls, task: Task, done: Promise<T>, mostMs: number): Promise<T | null> {
  const call = { task, done };
  const end = () => gatewayCalls.delete(call);
  gatewayCalls.add(call);
  void done.then(end, end);
  return within(done, mostMs);
}

/** Whether all of it ended in time. */
export async function allDone({ gatewayCalls }: Calls, mostMs: number): Promise<boolean> {
  return (await within(Promise.allSettled([...gatewayCalls].map(({ done }) => done)), mostMs)) !== null;
}

type Needs = Pick<Services, 'db' | 'gateway' | 'log'>;
const beatMs = 8000;

type Call = Pick<ChargeRequest, 'source' | 'description' | 'initiatedBy'>;

/**
 * Calls the gateway for a charge that was written, outside any transaction, and applies what it says. Unknown outcomes
 * are left to the worker. May take as long as the gateway takes; whoever waits decides for how long.
 */
export async function runCharge(services: Needs, charge: ChargeRow, call: Call, effectsOf: EffectsOf): Promise<ChargeRow> {
  const outcome = await callGateway(services, charge, call);
  if (outcome) return settle(services, charge.id, outcome, effectsOf);
  // A delivery of the gateway may have brought it.
  return (await chargeById(services.db, charge.id)) ?? charge;
}

/** What the gateway says, to be settled by the caller; null: left to the worker. */
export async function callGateway(services: Needs, charge: ChargeRow, call: Call): Promise<SettledOutcome | null> {
  const { db, gateway } = services;
  const { id, amountCents, gatewayOrderId: orderId, idempotencyKey } = charge;
  const outcome = await whileAlive(services, id, () => takeMoney(gateway, { ...call, amountCents, orderId, idempotencyKey }));
  if (outcome.kind !== 'unknown') return outcome;
  await leaveToWorker(db, id, outcome.mayStillArrive ? inSeconds(arrivalSeconds) : new Date());
  return null;
}

/** Tells the workers of all nodes that the caller lives, so that they do not give the charge up. */
async function whileAlive<T>({ db, log }: Needs, id: string, work: () => Promise<T>): Promise<T> {
  const beat = () =>
    stillCalling(db, id).catch((error: unknown) => log.warn({ err: error, charge: id }, 'A charge could not be kept alive'));
  const timer = setInterval(() => void beat(), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** What became of a charge, as far as the gateway tells. */
export type Outcome =
  | { kind: 'approved'; transaction: GatewayTransaction }
  | { kind: 'declined'; reason: string; responseCode: number | null; transaction: GatewayTransaction | null }
  /** Proven: the gateway has no transaction and gets none any more. */
  | { kind: 'failed' }
  /** Ask again later; `mayStillArrive`: finding nothing proves nothing yet. */
  | { kind: 'unknown'; mayStillArrive: boolean };

const declinedWords = 'Your card was declined. Try another card.';
const partialWords = 'Your card couldn’t cover the full amount, so you weren’t charged. Try another card.';

/** Charges once. An answer that is lost is asked for at once, never charged for again (`product: Money`). */
export async function takeMoney(gateway: PaymentGateway, request: ChargeRequest): Promise<Outcome> {
  try {
    return await judge(gateway, await gateway.charge(request));
  } catch (error) {
    if (error instanceof CardRefused) return refused(error);
    if (!(error instanceof GatewayUnavailable)) return { kind: 'unknown', mayStillArrive: true };
    return lookUp(gateway, request.orderId, error.mayStillArrive);
  }
}

/** What the gateway knows of a charge by its order id. `mayStillArrive`: a call for it may be on its way. */
export async function lookUp(gateway: PaymentGateway, orderId: string, mayStillArrive: boolean): Promise<Outcome> {
  try {
    const found = await gateway.findByOrderId(orderId);
    const paid = found.find(({ outcome }) => outcome === 'approved');
    const last = paid ?? found.find(({ outcome }) => outcome === 'partial' || outcome === 'pending') ?? found.at(-1);
    if (last) return await judge(gateway, last);
    return mayStillArrive ? { kind: 'unknown', mayStillArrive } : { kind: 'failed' };
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    return { kind: 'unknown', mayStillArrive };
  }
}

async function judge(gateway: PaymentGateway, transaction: GatewayTransaction): Promise<Outcome> {
  switch (transaction.outcome) {
    case 'approved':
      return { kind: 'approved', transaction };
    case 'partial':
      return giveBack(gateway, transaction);
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

/** A part of the amount is not a payment: it is given back before anybody is told. */
export async function giveBack(gateway: PaymentGateway, transaction: GatewayTransaction): Promise<Outcome> {
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
const refused = ({ reason, responseCode }: CardRefused): Outcome => ({
  kind: 'declined',
  reason,
  responseCode,
  transaction: null,
});
