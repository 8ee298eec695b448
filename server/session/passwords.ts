import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#server/errors.ts';

/** argon2id, 19 MiB, two passes, one lane: OWASP's floor, 6 to 10 ms of one core. */
const argon2id = 2;
const cost = { algorithm: argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Hashes at once: one core is always left to answer everybody else, however many sign in
 * (docs/decisions/0011-hash-lanes.md).
 */
export const hashLanes = Math.max(1, Math.min(availableParallelism() - 1, 4));
/** Who would wait longer than about three seconds is told so instead. */
const mostWaiting = 400 * hashLanes;

let busy = 0;
const waiting: (() => void)[] = [];

async function inLane<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= hashLanes) {
    if (waiting.length >= mostWaiting)
      throw new AppError('too_many', 'Many people are signing in right now. Try again in a moment.', { retryAfter: 2 });
    await new Promise<void>((proceed) => waiting.push(proceed));
  } else busy++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  }
}

/** The same characters typed on another keyboard are the same password. */
const normal = (password: string) => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return inLane(() => hash(normal(password), cost));
}

/** What is checked where there is no account, so that no account and a wrong password cost the same. */
let dummy: Promise<string> | undefined;

/** Whether the password is the account's. Without a hash the work is done all the same, and the answer is no. */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hash(randomBytes(24).toString('base64'), cost);
  const against = passwordHash ?? (await dummy);
  const matches = await inLane(() => verify(against, normal(password)));
  return matches && Boolean(passwordHash);
}
