import { allDone } from '#server/billing/still-running.ts';
import type { Transport } from '#server/mail/transport.ts';
import type { Services } from '#server/services.ts';
import { dueTasks, watched } from './due-tasks.ts';
import { pauses, tasks } from './tasks.ts';

export type Worker = {
  /** Runs every task once, now, but for what pauses; tests call this instead of waiting. */
  runOnce: () => Promise<number>;
  /** Finishes what is in flight, but for what the gateway does not answer in time, then stops. */
  stop: () => Promise<void>;
};

/** An idle node asks the database less than once a second. */
const idleMs = 1050;
/** After so much at once there is more; after less, what comes meanwhile is taken together, such as the mails of a busy hour. */
const fullRound = 10;
const gatherMs = 250;
const unwatched = Object.keys(tasks).filter((name) => !(name in watched));
/** Between two rounds of everything, also of what nobody waits for. */
const roundMs = 10 * 60_000;
/** What a round left going on may take so long to end when the worker stops. */
const finishWithinMs = 5000;

/**
 * The clock: asks each second, in one query, what is due and calls the domains; goes on at once while there is more
 * (`architecture: Time`).
 */
export function startWorker(
  services: Services,
  transport: Transport,
  { ticking = true, finishMs = finishWithinMs } = {},
): Worker {
  let stopping = false;
  let running: Promise<number> = Promise.resolve(0);
  let timer: NodeJS.Timeout | undefined;

  let nextRound = 0;
  const ranAt = new Map<string, number>();

  const run = async (names: readonly string[]) => {
    let handled = 0;
    for (const name of names) {
      const task = tasks[name];
      if (stopping || !task) break;
      if (Date.now() - (ranAt.get(name) ?? 0) < (pauses[name] ?? 0)) continue;
      ranAt.set(name, Date.now());
      try {
        handled += await task(services, transport);
      } catch (error) {
        services.log.error({ err: error, task: name }, 'A worker task failed; it is tried again');
      }
    }
    return handled;
  };
  const runOnce = () => run(Object.keys(tasks));
  const runDue = async () => {
    if (Date.now() < nextRound) return run(await look());
    const handled = await run(Object.keys(watched));
    const others = await run(unwatched);
    // A round that found something may not have found all; of what is watched the next look tells.
    if (others === 0) nextRound = Date.now() + roundMs;
    return handled + others;
  };
  const look = async () => {
    try {
      return await dueTasks(services.db);
    } catch (error) {
      services.log.error({ err: error }, 'The worker could not ask what is due; it asks again');
      return [];
    }
  };
  const tick = () => {
    running = runDue();
    void running.then((handled) => {
      if (!stopping) timer = setTimeout(tick, handled >= fullRound ? 10 : handled > 0 ? gatherMs : idleMs);
    });
  };
  if (ticking) tick();
  return {
    runOnce,
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      await running;
      if (!(await allDone(services, finishMs)))
        services.log.warn('The payment service has not answered; what it was asked is settled by asking it again');
    },
  };
}
