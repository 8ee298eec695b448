import { randomBytes } from 'node:crypto';
import { and, eq, isNull, like, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { factors } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { seal, unseal, type Keys } from '#server/session/keys.ts';
import { productName } from '#shared/brand.ts';

/** The parameters of authenticator codes (RFC 6238) that every app supports. */
const parameters = { issuer: productName, algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Codes of the previous and the next step are also accepted, because the clocks of phones differ. */
const window = 1;

type SealKeys = Pick<Keys, 'id' | 'previous' | 'factorSeal'>;

export const makeSecret = (): Buffer => randomBytes(secretBytes);
/** The key's id comes first, so that the right key is found while keys are rotated. */
export const sealSecret = ({ id, factorSeal }: SealKeys, secret: Buffer, userId: string) =>
  `${id}.${seal(factorSeal, secret, userId)}`;

export function unsealSecret({ id, factorSeal, previous }: SealKeys, sealed: string, userId: string): Buffer {
  const [keyId = '', text = ''] = sealed.split('.');
  return unseal(previous && keyId === previous.id && keyId !== id ? previous.factorSeal : factorSeal, text, userId);
}

export const resealBatch = 100;

type SealedRow = { ownerId: string; sealedSecret: string | null };
type SealedRows<Row extends SealedRow> = {
  /** Reads up to `limit` rows whose secret begins with `prefix`. */
  read: (prefix: string, limit: number) => Promise<Row[]>;
  /** Stores the resealed secret, unless the row was changed after it was read. */
  write: (row: Row, sealed: string) => Promise<unknown>;
};

/**
 * Seals secrets of the previous key again with the current key, so that the previous key can be removed. Returns how many
 * secrets it read.
 */
export async function resealRows<Row extends SealedRow>(keys: SealKeys, { read, write }: SealedRows<Row>): Promise<number> {
  const { id, previous } = keys;
  if (!previous || previous.id === id) return 0;
  for (let total = 0; ;) {
    const rows = await read(`${previous.id}.`, resealBatch);
    for (const row of rows) {
      if (row.sealedSecret === null) continue;
      await write(row, sealSecret(keys, unsealSecret(keys, row.sealedSecret, row.ownerId), row.ownerId));
    }
    total += rows.length;
    if (rows.length < resealBatch) return total;
  }
}

/** The worker runs this after a key rotation, for the secrets of authenticator apps. */
export function resealSecrets({ db, keys }: { db: Database; keys: SealKeys }): Promise<number> {
  return resealRows(keys, {
    read: (prefix, limit) =>
      db
        .select({ id: factors.id, ownerId: factors.userId, sealedSecret: factors.sealedSecret })
        .from(factors)
        .where(like(factors.sealedSecret, `${prefix}%`))
        .limit(limit),
    write: ({ id, sealedSecret }, sealed) =>
      db
        .update(factors)
        .set({ sealedSecret: sealed })
        .where(and(eq(factors.id, id), eq(factors.sealedSecret, sealedSecret ?? ''))),
  });
}

/** The secret as people type it, and the URI for the QR code. */
export function shownSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = createTotp(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

const createTotp = (secret: Buffer, label = '') =>
  new TOTP({ ...parameters, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** Finds the time step that the code belongs to. Null for a wrong code. */
export function findTimeStep(secret: Buffer, code: string): number | null {
  const delta = createTotp(secret).validate({ token: code, window });
  return delta === null ? null : Math.floor(Date.now() / 1000 / parameters.period) + delta;
}

/**
 * Accepts a code of one of the account's apps. Neither this code nor an earlier one of the same app works again, so that
 * someone who saw the code cannot use it too (RFC 6238, section 5.2).
 */
export async function acceptAppCode(tx: Database, keys: SealKeys, userId: string, code: string): Promise<boolean> {
  const apps = await tx
    .select({ id: factors.id, sealedSecret: factors.sealedSecret })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.kind, 'totp')));
  for (const { id, sealedSecret } of apps) {
    const step = sealedSecret && findTimeStep(unsealSecret(keys, sealedSecret, userId), code);
    if (!step) continue;
    const used = await tx
      .update(factors)
      .set({ lastStep: step, lastUsedAt: new Date() })
      .where(and(eq(factors.id, id), or(isNull(factors.lastStep), lt(factors.lastStep, step))))
      .returning({ id: factors.id });
    if (used.length > 0) return true;
  }
  return false;
}
