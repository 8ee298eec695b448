import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/open.ts';
import { withoutPlace } from '#server/turnstile.ts';
import { type ChargeRow, chargeById } from './charge-row.ts';

const pollMs = 150;
/** A gateway that is slower than this goes on without the worker, which has other things to do. */
export const workerWaitsMs = 10_000;

/** The charge once it is settled, or as it stands when the time is up. Holds no transaction while it waits. */
export async function waitForCharge(db: Database, id: string, mostMs: number): Promise<ChargeRow | null> {
  const until = Date.now() + mostMs;
  for (;;) {
    const charge = await chargeById(db, id);
    if (charge?.status !== 'pending' || Date.now() >= until) return charge;
    await withoutPlace(() => pause(pollMs));
  }
}

/** What the work gives within the time, else null; the work goes on either way. */
export async function within<T>(work: Promise<T>, mostMs: number): Promise<T | null> {
  const stop = new AbortController();
  try {
    return await Promise.race([work, pause(mostMs, null, { signal: stop.signal })]);
  } finally {
    stop.abort();
  }
}
