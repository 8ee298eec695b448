import type { Transport } from '#server/mail/transport.ts';
import type { Services } from '#server/services.ts';
import { tasks } from './tasks.ts';

export type Worker = {
  /** Runs every task once, now; tests call this instead of waiting. */
  runOnce: () => Promise<number>;
  /** Finishes what is in flight, then stops. */
  stop: () => Promise<void>;
};

const idleMs = 1000;

/** The clock: asks each second what is due and calls the domains; goes on at once while there is more (`architecture: Time`). */
export function startWorker(services: Services, transport: Transport, { ticking = true } = {}): Worker {
  let stopping = false;
  let running: Promise<number> = Promise.resolve(0);
  let timer: NodeJS.Timeout | undefined;

  const runOnce = async () => {
    let handled = 0;
    for (const [name, task] of Object.entries(tasks)) {
      if (stopping) break;
      try {
        handled += await task(services, transport);
      } catch (error) {
        services.log.error({ err: error, task: name }, 'A worker task failed; it is tried again');
      }
    }
    return handled;
  };
  const tick = () => {
    running = runOnce();
    void running.then((handled) => {
      if (!stopping) timer = setTimeout(tick, handled > 0 ? 10 : idleMs);
    });
  };
  if (ticking) tick();
  return {
    runOnce,
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
