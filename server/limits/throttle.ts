import { createHash } from 'node:crypto';
import { and, eq, gt, gte, or, sql } from 'drizzle-orm';
import { throttles } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { buildVariantsOncePerDatabase } from '#server/db/prepare.ts';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';

/** Identifies a counter of a rate limit or sign-in delay. Counters are in the database, so that all servers share them. */
export type Bucket = { bucket: string; key: string };

export type Limit = {
  /** Requests allowed in the window. */
  maxHits: number;
  windowSeconds: number;
};

/**
 * Counts one hit or several in a fixed window.
 * @throws too_many with the seconds until the window ends, if the count exceeds the limit
 */
export async function countHit(
  db: Database,
  { bucket, key }: Bucket,
  { maxHits: max, windowSeconds }: Limit,
  hits = 1,
): Promise<void> {
  const now = new Date();
  const end = new Date(now.getTime() + windowSeconds * 1000);
  const hasEnded = sql`${throttles.windowEndsAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(throttles)
    .values({ bucket, key, hits, windowEndsAt: end })
    .onConflictDoUpdate({
      target: [throttles.bucket, throttles.key],
      set: {
        hits: sql`case when ${hasEnded} then ${hits}::int else ${throttles.hits} + ${hits}::int end`,
        windowEndsAt: sql`case when ${hasEnded} then excluded.window_ends_at else ${throttles.windowEndsAt} end`,
      },
    })
    .returning({ hits: throttles.hits, windowEndsAt: throttles.windowEndsAt });
  if (row && row.hits > max) throw tooMany((row.windowEndsAt.getTime() - now.getTime()) / 1000);
}

/**
 * Checks a limit without counting, before work that would be wasted.
 * @throws too_many if the next hit would exceed the limit
 */
export async function checkLimit(db: Database, { bucket, key }: Bucket, { maxHits }: Pick<Limit, 'maxHits'>): Promise<void> {
  const now = new Date();
  const [row] = await db
    .select({ windowEndsAt: throttles.windowEndsAt })
    .from(throttles)
    .where(
      and(eq(throttles.bucket, bucket), eq(throttles.key, key), gt(throttles.windowEndsAt, now), gte(throttles.hits, maxHits)),
    );
  if (row) throw tooMany((row.windowEndsAt.getTime() - now.getTime()) / 1000);
}

/** Counts a hit and returns whether the count is within the limit. */
export async function isWithinLimit(db: Database, bucket: Bucket, limit: Limit): Promise<boolean> {
  try {
    await countHit(db, bucket, limit);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') return false;
    throw error;
  }
}

export type DelayPolicy = {
  /** This many failures cause no delay. */
  freeFailures: number;
  /** Failures are forgotten this many seconds after the last one. */
  forgetSeconds: number;
  /** The first delay is one second. Each further failure doubles it, up to this maximum. */
  maxDelaySeconds: number;
};

/** Counts a failure and lengthens the delay. Returns false and counts nothing while a delay applies. */
export async function countFailure(
  db: Database,
  { bucket, key }: Bucket,
  { freeFailures, forgetSeconds, maxDelaySeconds }: DelayPolicy,
): Promise<boolean> {
  const now = new Date();
  const at = sql`${now.toISOString()}::timestamptz`;
  const hits = sql`case when ${throttles.windowEndsAt} <= ${at} then 1 else ${throttles.hits} + 1 end`;
  const delay = sql`make_interval(secs => least(${maxDelaySeconds}::float8, 2 ^ least(greatest(${hits} - ${freeFailures}::int - 1, 0), 30)))`;
  const updated = await db
    .insert(throttles)
    .values({ bucket, key, hits: 1, windowEndsAt: new Date(now.getTime() + forgetSeconds * 1000) })
    .onConflictDoUpdate({
      target: [throttles.bucket, throttles.key],
      set: {
        hits,
        windowEndsAt: sql`excluded.window_ends_at`,
        blockedUntil: sql`case when (${hits}) > ${freeFailures}::int then ${at} + ${delay} end`,
      },
      setWhere: sql`${throttles.blockedUntil} is null or ${throttles.blockedUntil} <= ${at}`,
    })
    .returning({ hits: throttles.hits });
  return updated.length > 0;
}

/** Finds the counters that have failures, each with the remaining seconds of its delay. */
export async function findCounters(
  db: Database,
  buckets: readonly Bucket[],
): Promise<{ bucket: string; remainingSeconds: number }[]> {
  const now = Date.now();
  const values = Object.fromEntries(
    buckets.flatMap(({ bucket, key }, n) => [
      [`bucket${n}`, bucket],
      [`key${n}`, key],
    ]),
  );
  const rows = await countersByKey(db, `${buckets.length}`).execute(values);
  return rows.map(({ bucket, blockedUntil }) => ({
    bucket,
    remainingSeconds: Math.max(0, ((blockedUntil?.getTime() ?? 0) - now) / 1000),
  }));
}

/** One prepared query for each number of buckets. */
const countersByKey = buildVariantsOncePerDatabase((db, count: `${number}`) =>
  db
    .select({ bucket: throttles.bucket, blockedUntil: throttles.blockedUntil })
    .from(throttles)
    .where(
      or(
        ...Array.from({ length: Number(count) }, (_, n) =>
          and(eq(throttles.bucket, sql.placeholder(`bucket${n}`)), eq(throttles.key, sql.placeholder(`key${n}`))),
        ),
      ),
    )
    .prepare('counters_by_key'),
);

export async function clearCounter(db: Database, { bucket, key }: Bucket): Promise<void> {
  await db.delete(throttles).where(and(eq(throttles.bucket, bucket), eq(throttles.key, key)));
}

export function tooMany(seconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  const wait = retryAfter < 120 ? { unit: 'seconds', count: retryAfter } : { unit: 'minutes', count: Math.ceil(retryAfter / 60) };
  return new AppError('too_many', text('errors.tooManyAttempts', wait), { retryAfter });
}

/**
 * Turns an email address into a key: case-insensitive and hashed. It is lowercased character by character as the database
 * does, because JavaScript lowercases `İ` to two characters and a final `Σ` differently.
 */
export function toEmailKey(email: string): string {
  const lowered = Array.from(email.trim(), (character) => Array.from(character.toLowerCase())[0]).join('');
  return createHash('sha256').update(lowered).digest('base64url').slice(0, 32);
}

/** Turns a network address into a key. For IPv6 it is the /64 network, which usually belongs to one customer. */
export function toAddressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('::');
  const front = head.split(':').filter(Boolean);
  const tailGroups = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - tailGroups.length) }, () => '0');
  return `${[...front, ...zeros, ...tailGroups]
    .slice(0, 4)
    .map((part) => part.toLowerCase())
    .join(':')}::/64`;
}

/** Deletes all counters of an account and its addresses. */
export async function clearAccountThrottles(db: Database, userId: string, emails: readonly string[]): Promise<void> {
  const keys = [userId, ...emails.map(toEmailKey)];
  await db
    .delete(throttles)
    .where(or(...keys.map((key) => or(eq(throttles.key, key), sql`starts_with(${throttles.key}, ${`${key} `})`))));
}
