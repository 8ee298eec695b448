import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/open.ts';
import { type ChargeRow, chargeById } from './charge-row.ts';

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
