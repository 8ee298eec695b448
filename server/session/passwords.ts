import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { AppError } from '#server/errors.ts';
import type * as hashWorker from './hash-worker.ts';

/**
 * Hashes at once: one core is always left to answer everybody else, however many sign in
 * (docs/decisions/0011-hash-lanes.md).
 */
export const hashLanes = Math.max(1, Math.min(availableParallelism() - 1, 4));
/** Who would wait longer than about three seconds is told so instead: by the length of the queue, and by how long its first has waited. */
const mostWaiting = 400 * hashLanes;
const mostWaitMs = 3000;
/** When those who have no hash yet asked for it, the first of them first. */
const askedAt = new Set<{ at: number }>();

let pool: Piscina | undefined;

/** The next hash waits in its lane already while one is made, so that a lane never idles for the main thread. */
function lanes(): Piscina {
  pool ??= new Piscina({
    filename: new URL('./hash-worker.ts', import.meta.url).href,
    minThreads: hashLanes,
    maxThreads: hashLanes,
    concurrentTasksPerWorker: 2,
    maxQueue: mostWaiting,
  });
  return pool;
}

async function inLane<Name extends keyof typeof hashWorker>(
  name: Name,
  task: Parameters<(typeof hashWorker)[Name]>[0],
): Promise<ReturnType<(typeof hashWorker)[Name]>> {
  const threads = lanes();
  const [first] = askedAt;
  // A core that everybody wants makes fewer hashes in that time than one that is free.
  if (threads.queueSize >= mostWaiting || (first && performance.now() - first.at > mostWaitMs))
    throw new AppError('too_many', 'Many people are signing in right now. Try again in a moment.', { retryAfter: 2 });
  const asked = { at: performance.now() };
  askedAt.add(asked);
  try {
    return await threads.run(task, { name });
  } finally {
    askedAt.delete(asked);
  }
}

/** The same characters typed on another keyboard are the same password. */
const normal = (password: string) => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return inLane('hash', normal(password));
}

/** What is checked where there is no account, so that no account and a wrong password cost the same. */
let dummy: string | undefined;

async function dummyHash(): Promise<string> {
  dummy ??= await inLane('hash', randomBytes(24).toString('base64'));
  return dummy;
}

/** Whether the password is the account's. Without a hash the work is done all the same, and the answer is no. */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await dummyHash());
  const matches = await inLane('verify', { against, password: normal(password) });
  return matches && Boolean(passwordHash);
}
