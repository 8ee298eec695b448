import type { Services } from '#server/services.ts';
import { within } from './wait-for-charge.ts';

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
