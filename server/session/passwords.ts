import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';
import type * as hashWorker from './hash-worker.ts';

/** The part of Piscina, the pool of hashing threads, that the queue uses. */
type HashPool = { queueSize: number; run: (task: unknown, options: { name: string }) => Promise<unknown> };

const maxWaitMs = 3000;

/**
 * Creates a function that runs a hash, or refuses it with 429 if the caller would wait longer than about three seconds. It
 * refuses if `maxQueued` hashes are waiting. It also refuses if the first of them has waited for three seconds, because a
 * busy machine hashes more slowly.
 */
export function createHashQueue(maxQueued: number): (pool: HashPool, name: string, task: unknown) => Promise<unknown> {
  /** When each waiting caller started to wait, the oldest first. */
  const waitingCallers = new Set<{ since: number }>();
  return async (hashPool, name, task) => {
    const [oldestCaller] = waitingCallers;
    if (hashPool.queueSize >= maxQueued || (oldestCaller && performance.now() - oldestCaller.since > maxWaitMs))
      throw new AppError('too_many', text('errors.signInBusy'), { retryAfter: 2 });
    const entry = { since: performance.now() };
    waitingCallers.add(entry);
    try {
      return await hashPool.run(task, { name });
    } finally {
      waitingCallers.delete(entry);
    }
  };
}

/** The number of parallel hashes. One core stays free for other requests (`docs/decisions/0011-hash-lanes.md`). */
export const hashThreads = Math.max(1, Math.min(availableParallelism() - 1, 4));
/** Hashing this many takes about three seconds. */
const maxQueuedHashes = 400 * hashThreads;
const queueHash = createHashQueue(maxQueuedHashes);

let pool: Piscina | undefined;

/** Each thread gets its next hash before it finishes the current one, so that it never waits for the main thread. */
function openPool(): Piscina {
  pool ??= new Piscina({
    filename: new URL('./hash-worker.ts', import.meta.url).href,
    minThreads: hashThreads,
    maxThreads: hashThreads,
    concurrentTasksPerWorker: 2,
    maxQueue: maxQueuedHashes,
    // Without this option, each finished hash moves the first waiting one to the end of the queue, so some wait too long.
    stricterFIFO: true,
  });
  return pool;
}

async function runHash<Name extends keyof typeof hashWorker>(
  name: Name,
  task: Parameters<(typeof hashWorker)[Name]>[0],
): Promise<ReturnType<(typeof hashWorker)[Name]>> {
  return (await queueHash(openPool(), name, task)) as ReturnType<(typeof hashWorker)[Name]>;
}

/** Different keyboards encode the same character differently. Normalizing makes them the same password. */
const normalizePassword = (password: string) => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return runHash('hash', normalizePassword(password));
}

/** This hash is checked if there is no account, so that the check takes as long as for a wrong password. */
let cachedDummyHash: string | undefined;

async function getDummyHash(): Promise<string> {
  cachedDummyHash ??= await runHash('hash', randomBytes(24).toString('base64'));
  return cachedDummyHash;
}

/** Whether the password matches the hash. Without a hash, the check takes the same time and returns false. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await getDummyHash());
  const matches = await runHash('verify', { against, password: normalizePassword(password) });
  return matches && Boolean(passwordHash);
}
