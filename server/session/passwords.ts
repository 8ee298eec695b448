import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type * as hashWorker from './hash-worker.ts';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';

/** The pool of hashing threads, with Piscina's own names. */
type Lanes = { queueSize: number; run: (task: unknown, options: { name: string }) => Promise<unknown> };

const maxWaitMs = 3000;

/**
 * Requests a hash unless the caller would wait longer than about three seconds. The estimate uses the length of the queue,
 * at most `maxQueued`, and how long its first entry has waited, because a busy machine hashes more slowly. Beyond that
 * the promise rejects with 429.
 */
export function createHashQueue(maxQueued: number): (lanes: Lanes, name: string, task: unknown) => Promise<unknown> {
  /** The start times of the waiting callers, the first one first. */
  const waiting = new Set<{ since: number }>();
  return async (lanes, name, task) => {
    const [first] = waiting;
    if (lanes.queueSize >= maxQueued || (first && performance.now() - first.since > maxWaitMs))
      throw new AppError('too_many', text('errors.signBusyRightNowTry'), { retryAfter: 2 });
    const waiter = { since: performance.now() };
    waiting.add(waiter);
    try {
      return await lanes.run(task, { name });
    } finally {
      waiting.delete(waiter);
    }
  };
}

/** The number of parallel hashes. One core is always free to answer other requests (docs/decisions/0011-hash-lanes.md). */
export const hashLanes = Math.max(1, Math.min(availableParallelism() - 1, 4));
/** About three seconds of hashing. */
const maxWaiting = 400 * hashLanes;
const queueHash = createHashQueue(maxWaiting);

let pool: Piscina | undefined;

/** Each thread has the next hash queued while it works, so that it never waits for the main thread. */
function lanes(): Piscina {
  pool ??= new Piscina({
    filename: new URL('./hash-worker.ts', import.meta.url).href,
    minThreads: hashLanes,
    maxThreads: hashLanes,
    concurrentTasksPerWorker: 2,
    maxQueue: maxWaiting,
    // Without this option, each finished hash moves the first waiting one to the end of the queue, and some would wait
    // three seconds.
    stricterFIFO: true,
  });
  return pool;
}

async function runHash<Name extends keyof typeof hashWorker>(
  name: Name,
  task: Parameters<(typeof hashWorker)[Name]>[0],
): Promise<ReturnType<(typeof hashWorker)[Name]>> {
  return (await queueHash(lanes(), name, task)) as ReturnType<(typeof hashWorker)[Name]>;
}

/** The same characters from different keyboards are the same password. */
const normal = (password: string) => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return runHash('hash', normal(password));
}

/** A hash to check when there is no account, so that it takes the same time as a wrong password. */
let dummy: string | undefined;

async function dummyHash(): Promise<string> {
  dummy ??= await runHash('hash', randomBytes(24).toString('base64'));
  return dummy;
}

/** Whether the password is the account's. Without a hash the same work is done and the answer is no. */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await dummyHash());
  const matches = await runHash('verify', { against, password: normal(password) });
  return matches && Boolean(passwordHash);
}
