import type { ChargeRequest } from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { arrivalSeconds, chargeById, type ChargeRow, inSeconds, leaveToWorker, stillCalling } from './charge-row.ts';
import { type EffectsOf, settle, type SettledOutcome } from './settle.ts';
import { takeMoney } from './take-money.ts';

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
