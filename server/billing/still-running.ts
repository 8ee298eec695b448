import { within } from './wait-for-charge.ts';

/** What the worker begins at the gateway and does not wait for to the end. */
type Work = 'charges' | 'refunds';

const running = new WeakMap<object, Set<{ work: Work; done: Promise<unknown> }>>();
const runningOf = (services: object) => [...(running.get(services) ?? [])];

/** While it is, nothing more of its kind is claimed: a gateway that hangs would be waited for again at every round. */
export const isStillRunning = (services: object, work: Work): boolean => runningOf(services).some((one) => one.work === work);

/** What the work gives within the time, else null; it goes on, and is known to go on, until it is done. */
export async function waitFor<T>(services: object, work: Work, done: Promise<T>, mostMs: number): Promise<T | null> {
  const all = running.get(services) ?? new Set();
  running.set(services, all);
  const one = { work, done };
  const over = () => all.delete(one);
  all.add(one);
  void done.then(over, over);
  return within(done, mostMs);
}

/** Whether all of it came to its end within the time. */
export async function allDone(services: object, mostMs: number): Promise<boolean> {
  return (await within(Promise.allSettled(runningOf(services).map(({ done }) => done)), mostMs)) !== null;
}
