import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type * as hashWorker from './hash-worker.ts';
import { AppError } from '#server/errors.ts';

/** What makes hashes: how many wait in it, and how one is asked for (Piscina's own terms). */
type Lanes = { queueSize: number; run: (task: unknown, options: { name: string }) => Promise<unknown> };

const mostWaitMs = 3000;

/**
 * Asks for a hash, unless who asks would wait longer than about three seconds: by the length of the queue, which is
 * `mostWaiting` at most, and by how long its first has waited, for a core that everybody wants makes fewer hashes in that
 * time than one that is free. The answer rejects with 429 then.
 */
export function createHashQueue(mostWaiting: number): (lanes: Lanes, name: string, task: unknown) => Promise<unknown> {
  /** When those who have no hash yet asked for it, the first of them first. */
  const waiting = new Set<{ since: number }>();
  return async (lanes, name, task) => {
    const [first] = waiting;
    if (lanes.queueSize >= mostWaiting || (first && performance.now() - first.since > mostWaitMs))
      throw new AppError('too_many', 'Sign-in is busy right now. Try again in a moment.', { retryAfter: 2 });
    const asked = { since: performance.now() };
    waiting.add(asked);
    try {
      return await lanes.run(task, { name });
    } finally {
      waiting.delete(asked);
    }
  };
}

/**
 * Hashes at once: one core is always left to answer everybody else, however many sign in
 * (docs/decisions/0011-hash-lanes.md).
 */
export const hashLanes = Math.max(1, Math.min(availableParallelism() - 1, 4));
/** About three seconds' worth of hashes. */
const mostWaiting = 400 * hashLanes;
const inTurn = createHashQueue(mostWaiting);

let pool: Piscina | undefined;

/** The next hash waits in its lane already while one is made, so that a lane never idles for the main thread. */
function lanes(): Piscina {
  pool ??= new Piscina({
    filename: new URL('./hash-worker.ts', import.meta.url).href,
    minThreads: hashLanes,
    maxThreads: hashLanes,
    concurrentTasksPerWorker: 2,
    maxQueue: mostWaiting,
    // Without it, each hash that is done sends the first in the queue to its end: some waited three seconds, others none.
    stricterFIFO: true,
  });
  return pool;
}

async function inLane<Name extends keyof typeof hashWorker>(
  name: Name,
  task: Parameters<(typeof hashWorker)[Name]>[0],
): Promise<ReturnType<(typeof hashWorker)[Name]>> {
  return (await inTurn(lanes(), name, task)) as ReturnType<(typeof hashWorker)[Name]>;
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
