import { waitForGatewayCalls } from '#server/billing/take-money.ts';
import type { Transport } from '#server/mail/transport.ts';
import type { Services } from '#server/services.ts';
import { dueTasks, newMemory, tasks } from './tasks.ts';

export type Worker = {
  /** Runs every task once, except tasks whose `everyMs` has not passed yet. Tests call it instead of waiting. */
  runOnce: () => Promise<number>;
  /** Stops after the work in progress, except for calls that the gateway does not answer in time. */
  stop: () => Promise<void>;
};

/** An idle server queries the database less than once a second. */
const idleMs = 1050;
/** A run that handled this many rows probably left more. After a smaller one, the worker pauses so that new rows can gather. */
const fullRunRows = 10;
const debounceMs = 250;
/** How long stopping waits for gateway calls in progress. */
const finishWithinMs = 5000;

/** Checks every second, in one query, which tasks are due, and runs them. Continues without a pause while there is more. */
export function startWorker(
  services: Services,
  transport: Transport,
  { ticking = true, finishMs = finishWithinMs } = {},
): Worker {
  let stopping = false;
  let running: Promise<number> = Promise.resolve(0);
  let timer: NodeJS.Timeout | undefined;
  const lastRunAt = new Map<string, number>();
  const memory = newMemory();

  const run = async (due: readonly string[]) => {
    let handled = 0;
    for (const [name, task] of Object.entries(tasks)) {
      if (stopping) break;
      if (task.due && !due.includes(name)) continue;
      if (Date.now() - (lastRunAt.get(name) ?? 0) < (task.everyMs ?? 0)) continue;
      lastRunAt.set(name, Date.now());
      try {
        handled += await task.run(services, transport, memory);
      } catch (error) {
        services.log.error({ err: error, task: name }, 'A worker task failed; it is tried again');
      }
    }
    return handled;
  };
  const findDue = async () => {
    try {
      return await dueTasks(services.db);
    } catch (error) {
      services.log.error({ err: error }, 'The worker could not check what is due; it tries again');
      return [];
    }
  };
  const tick = () => {
    running = findDue().then(run);
    void running.then((handled) => {
      if (!stopping) timer = setTimeout(tick, handled >= fullRunRows ? 10 : handled > 0 ? debounceMs : idleMs);
    });
  };
  if (ticking) tick();
  return {
    runOnce: () => run(Object.keys(tasks)),
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      await running;
      if (!(await waitForGatewayCalls(services, finishMs)))
        services.log.warn(
          'The payment service has not answered; open charges and refunds are settled by another node or after a restart',
        );
    },
  };
}
