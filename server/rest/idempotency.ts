import { createHash } from 'node:crypto';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { idempotencyKeys } from '#drizzle/schema/billing.ts';
import { keyLifetimeMs } from '#server/billing/sweep-charges.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid } from '#server/errors.ts';
import type { Context } from '#server/trpc.ts';
import { text } from '#shared/texts/texts.ts';
import { errorAnswer } from './errors.ts';

/** The header that marks an answer as the stored one of an earlier request. */
export const replayedHeader = 'idempotent-replayed';
const leaseMs = 60_000;
const keyPattern = /^[\x21-\x7e]{1,255}$/;

export type Answer = { status: number; body: string };

type Call = {
  input: object;
  /**
   * Checks that the caller may make this call.
   * @throws AppError
   */
  admit: (ctx: Context) => object;
  call: (ctx: Context) => Promise<Answer>;
};

/**
 * Answers a call that moves money (`docs/product/money.md#idempotency-keys`). A request with an `Idempotency-Key` runs
 * once, and repeating it returns the stored answer. After a crash or a server error there is no stored answer, so the request
 * runs again. Money still moves only once, because the operations themselves are idempotent.
 */
export async function runIdempotent(
  request: FastifyRequest,
  ctx: Context,
  { input: requestBody, admit, call }: Call,
): Promise<Answer & { isReplay: boolean }> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return { ...(await call(ctx)), isReplay: false };
  if (typeof key !== 'string' || !keyPattern.test(key)) throw invalid('Idempotency-Key', text('errors.idempotencyKeyInvalid'));
  admit(ctx);
  const { db, log } = ctx.services;
  const ownerId = ctx.actor?.companyId ?? ctx.actor?.userId;
  if (!ownerId) throw new AppError('unauthenticated', text('errors.signInRequired'));
  const claim = await claimKey(db, { ownerId, key, requestHash: hashRequest(request, requestBody) });
  if (claim.kind === 'answered') return { status: claim.status, body: claim.body, isReplay: true };
  const { id } = claim;
  const logFailure = (work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      log.error({ err: error, idempotencyId: id }, 'An answer was not stored under its idempotency key'),
    );
  try {
    const answer = await call({ ...ctx, idempotencyId: id });
    await logFailure(storeAnswer(db, id, answer));
    return { ...answer, isReplay: false };
  } catch (error) {
    await logFailure(settleError(db, id, errorAnswer(error, request)));
    throw error;
  }
}

type Claim = { kind: 'first'; id: string } | ({ kind: 'answered' } & Answer);
type KeyRequest = { ownerId: string; key: string; requestHash: string };

/** @throws 422 if another request used the key, 409 while the first request with the key is running */
async function claimKey(db: Database, { ownerId, key, requestHash }: KeyRequest): Promise<Claim> {
  const now = new Date();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const isSameKey = and(eq(idempotencyKeys.ownerId, ownerId), eq(idempotencyKeys.key, key));
  await db.delete(idempotencyKeys).where(and(isSameKey, lte(idempotencyKeys.createdAt, new Date(now.getTime() - keyLifetimeMs))));
  const [newKey] = await db
    .insert(idempotencyKeys)
    .values({ ownerId, key, requestHash, leaseUntil })
    .onConflictDoNothing()
    .returning({ id: idempotencyKeys.id });
  if (newKey) return { kind: 'first', id: newKey.id };
  const [row] = await db.select().from(idempotencyKeys).where(isSameKey);
  if (!row) throw keyInUse();
  if (row.requestHash !== requestHash) throw new AppError('idempotency_key_reused', text('errors.idempotencyKeyReused'));
  if (row.status !== null) return { kind: 'answered', status: row.status, body: row.body ?? '' };
  const [claimed] = await db
    .update(idempotencyKeys)
    .set({ leaseUntil })
    .where(
      and(
        eq(idempotencyKeys.id, row.id),
        isNull(idempotencyKeys.status),
        or(isNull(idempotencyKeys.leaseUntil), lte(idempotencyKeys.leaseUntil, now)),
      ),
    )
    .returning({ id: idempotencyKeys.id });
  if (!claimed) throw keyInUse();
  return { kind: 'first', id: claimed.id };
}

const keyInUse = () => new AppError('idempotency_key_in_use', text('errors.idempotencyKeyInUse'));

async function storeAnswer(db: Database, id: string, { status, body }: Answer): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ status, body, leaseUntil: null })
    .where(and(eq(idempotencyKeys.id, id), isNull(idempotencyKeys.status)));
}

/**
 * A decline and a conflict are stored like a successful answer. After a server error, and while another payment is running,
 * the request can be sent again with the same key. Other errors changed nothing, so their key is deleted.
 */
async function settleError(db: Database, id: string, { status, body }: ReturnType<typeof errorAnswer>): Promise<void> {
  const isUndecided = status >= 500 || body.errors.some(({ code }) => code === 'payment_in_progress');
  if (isUndecided) await db.update(idempotencyKeys).set({ leaseUntil: null }).where(eq(idempotencyKeys.id, id));
  else if (status === 402 || status === 409) await storeAnswer(db, id, { status, body: JSON.stringify(body) });
  else await db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.id, id), isNull(idempotencyKeys.status)));
}

/** JSON with sorted keys, so that the order of fields does not matter. */
function hashRequest({ method, url, body }: FastifyRequest, input: object): string {
  const path = url.split('?')[0];
  const text = JSON.stringify([method, path, input, body ?? null], (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('hex');
}
