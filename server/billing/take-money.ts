import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/open.ts';
import {
  CardDeclinedError,
  type ChargeRequest,
  type GatewayTransaction,
  GatewayUnavailable,
  type PaymentGateway,
} from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { maxArrivalSeconds, findChargeById, type ChargeRow, inSeconds, deferToWorker, extendGatewayCall } from './charge-row.ts';
import { type EffectsResolver, settle, type SettledOutcome } from './settle.ts';

const pollMs = 150;
/** After this time, the worker continues with other tasks while the gateway call is still running. */
export const maxWorkerWaitMs = 10_000;

/** Waits up to `maxMs` until the charge is settled and returns its latest state. Holds no transaction while waiting. */
export async function waitForCharge(db: Database, id: string, maxMs: number): Promise<ChargeRow | null> {
  const deadline = Date.now() + maxMs;
  for (;;) {
    const charge = await findChargeById(db, id);
    if (charge?.status !== 'pending' || Date.now() >= deadline) return charge;
    await pause(pollMs);
  }
}

/** Returns the result of the work, or null if it takes longer than `maxMs`. The work continues either way. */
export async function withTimeout<T>(work: Promise<T>, maxMs: number): Promise<T | null> {
  const abortController = new AbortController();
  try {
    return await Promise.race([work, pause(maxMs, null, { signal: abortController.signal })]);
  } finally {
    abortController.abort();
  }
}

type GatewayCallServices = Pick<Services, 'gatewayCalls'>;
type Task = 'charges' | 'refunds';

/**
 * Whether a gateway call of the task is still running. Its next run then claims nothing, because a gateway that hangs would
 * delay every run.
 */
export const isStillRunning = ({ gatewayCalls }: GatewayCallServices, task: Task): boolean =>
  [...gatewayCalls].some((call) => call.task === task);

/** Like {@link withTimeout}, but records the gateway call as running until it is done. */
export async function trackGatewayCall<T>(
  { gatewayCalls }: GatewayCallServices,
  task: Task,
  done: Promise<T>,
  maxMs: number,
): Promise<T | null> {
  const call = { task, done };
  const untrackCall = () => gatewayCalls.delete(call);
  gatewayCalls.add(call);
  void done.then(untrackCall, untrackCall);
  return withTimeout(done, maxMs);
}

/** Waits for all running gateway calls and returns whether they ended in time. */
export async function waitForGatewayCalls({ gatewayCalls }: GatewayCallServices, maxMs: number): Promise<boolean> {
  return (await withTimeout(Promise.allSettled([...gatewayCalls].map(({ done }) => done)), maxMs)) !== null;
}

type ChargeServices = Pick<Services, 'db' | 'gateway' | 'log'>;
const extendEveryMs = 8000;

type ChargeDetails = Pick<ChargeRequest, 'source' | 'description' | 'initiatedBy'>;

/**
 * Calls the gateway for a stored charge, outside any transaction, and applies the outcome. If the outcome is unknown, the
 * worker settles the charge later. This function waits for the gateway without a limit, so callers need a timeout.
 */
export async function runCharge(
  services: ChargeServices,
  charge: ChargeRow,
  call: ChargeDetails,
  effectsOf: EffectsResolver,
): Promise<ChargeRow> {
  const outcome = await callGateway(services, charge, call);
  if (outcome) return settle(services, charge.id, outcome, effectsOf);
  // The gateway's webhook may have settled it.
  return (await findChargeById(services.db, charge.id)) ?? charge;
}

/** Charges the card and returns the outcome, which the caller settles. Null if the worker has to find it out later. */
export async function callGateway(
  services: ChargeServices,
  charge: ChargeRow,
  call: ChargeDetails,
): Promise<SettledOutcome | null> {
  const { db, gateway } = services;
  const { id, amountCents, gatewayOrderId: orderId, idempotencyKey } = charge;
  const outcome = await whileExtendingLease(services, id, () =>
    requestCharge(gateway, { ...call, amountCents, orderId, idempotencyKey }),
  );
  if (outcome.kind !== 'unknown') return outcome;
  await deferToWorker(db, id, outcome.mayStillArrive ? inSeconds(maxArrivalSeconds) : new Date());
  return null;
}

/** Extends the charge's lease while the work runs, so that no worker treats the charge as lost. */
async function whileExtendingLease<T>({ db, log }: ChargeServices, id: string, work: () => Promise<T>): Promise<T> {
  const extendLease = () =>
    extendGatewayCall(db, id).catch((error: unknown) => log.warn({ err: error, charge: id }, 'A charge could not be kept alive'));
  const timer = setInterval(() => void extendLease(), extendEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** The outcome of a charge, as far as the gateway can tell. */
export type ChargeOutcome =
  | { kind: 'approved'; transaction: GatewayTransaction }
  | { kind: 'declined'; reason: string; responseCode: number | null; transaction: GatewayTransaction | null }
  /** It is certain that the gateway has no transaction and will not create one. */
  | { kind: 'failed' }
  /** The outcome must be looked up again later. With `mayStillArrive`, the charge may still reach the gateway. */
  | { kind: 'unknown'; mayStillArrive: boolean };

const declinedErrorKey = 'errors.cardDeclined';
const partialErrorKey = 'errors.cardCouldNotCoverAmount';

/**
 * Charges the card once. If the answer is lost, it looks up the charge at the gateway and does not charge again
 * (`docs/product/money.md#charges`).
 */
export async function requestCharge(gateway: PaymentGateway, request: ChargeRequest): Promise<ChargeOutcome> {
  try {
    return await resolveOutcome(gateway, await gateway.charge(request));
  } catch (error) {
    if (error instanceof CardDeclinedError) return cardRefusal(error);
    if (!(error instanceof GatewayUnavailable)) return { kind: 'unknown', mayStillArrive: true };
    return lookUpCharge(gateway, request.orderId, error.mayStillArrive);
  }
}

/** The outcome of a charge according to the gateway. With `mayStillArrive`, a missing transaction proves nothing. */
export async function lookUpCharge(gateway: PaymentGateway, orderId: string, mayStillArrive: boolean): Promise<ChargeOutcome> {
  try {
    const transactions = await gateway.findByOrderId(orderId);
    const paid = transactions.find(({ outcome }) => outcome === 'approved');
    const decidingTransaction =
      paid ?? transactions.find(({ outcome }) => outcome === 'partial' || outcome === 'pending') ?? transactions.at(-1);
    if (decidingTransaction) return await resolveOutcome(gateway, decidingTransaction);
    return mayStillArrive ? { kind: 'unknown', mayStillArrive } : { kind: 'failed' };
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    return { kind: 'unknown', mayStillArrive };
  }
}

async function resolveOutcome(gateway: PaymentGateway, transaction: GatewayTransaction): Promise<ChargeOutcome> {
  switch (transaction.outcome) {
    case 'approved':
      return { kind: 'approved', transaction };
    case 'partial':
      return reverseCharge(gateway, transaction);
    case 'pending':
      return { kind: 'unknown', mayStillArrive: true };
    case 'voided':
    case 'refunded':
      return toDeclinedOutcome(
        transaction,
        transaction.amountAuthorizedCents < transaction.amountCents ? partialErrorKey : declinedErrorKey,
      );
    case 'declined':
    case 'error':
      return toDeclinedOutcome(transaction, transaction.reason ?? declinedErrorKey);
  }
}

/** Voids or refunds a transaction, such as a partial approval, which does not pay the order. */
export async function reverseCharge(gateway: PaymentGateway, transaction: GatewayTransaction): Promise<ChargeOutcome> {
  try {
    const voided = await gateway.void(transaction.id);
    const reversedTransaction = voided.outcome === 'voided' ? voided : await gateway.refund(transaction.id);
    if (reversedTransaction.outcome === 'voided' || reversedTransaction.outcome === 'refunded')
      return toDeclinedOutcome(reversedTransaction, partialErrorKey);
    return { kind: 'unknown', mayStillArrive: true };
  } catch (error) {
    if (error instanceof GatewayUnavailable) return { kind: 'unknown', mayStillArrive: true };
    throw error;
  }
}

const toDeclinedOutcome = (transaction: GatewayTransaction, reason: string): ChargeOutcome => ({
  kind: 'declined',
  reason,
  responseCode: transaction.responseCode,
  transaction,
});
const cardRefusal = ({ reason, responseCode }: CardDeclinedError): ChargeOutcome => ({
  kind: 'declined',
  reason,
  responseCode,
  transaction: null,
});
