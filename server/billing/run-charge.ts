import type { ChargeRequest } from '#server/gateway/port.ts';
import type { Services } from '#server/services.ts';
import { askLater, arrivalSeconds, type ChargeRow, inSeconds, stillCalling } from './charge-row.ts';
import { type EffectsOf, settle } from './settle.ts';
import { takeMoney } from './take-money.ts';

type Needs = Pick<Services, 'db' | 'gateway' | 'log'>;
const beatMs = 8000;

/**
 * Calls the gateway for a charge that was written, outside any transaction, and applies what it says. Unknown outcomes
 * are left to the worker. May take as long as the gateway takes; whoever waits decides for how long.
 */
export async function runCharge(
  services: Needs,
  charge: ChargeRow,
  { source, description, initiatedBy }: Pick<ChargeRequest, 'source' | 'description' | 'initiatedBy'>,
  effectsOf: EffectsOf,
): Promise<ChargeRow> {
  const { db, gateway } = services;
  const { id, amountCents, gatewayOrderId: orderId, idempotencyKey } = charge;
  const request: ChargeRequest = { source, description, initiatedBy, amountCents, orderId, idempotencyKey };
  const outcome = await whileAlive(services, id, () => takeMoney(gateway, request));
  if (outcome.kind !== 'unknown') return settle(services, id, outcome, effectsOf);
  await askLater(db, id, 1, outcome.mayStillArrive ? inSeconds(arrivalSeconds) : new Date());
  return charge;
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
