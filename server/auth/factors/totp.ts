import { randomBytes } from 'node:crypto';
import { and, eq, isNull, like, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { factors } from '#drizzle/schema/accounts.ts';
import { productName } from '#shared/brand.ts';
import type { Database } from '#server/db/open.ts';
import { seal, unseal, type Keys } from '#server/session/keys.ts';

/** Codes of authenticator apps as RFC 6238 describes them, with the parameters that every app supports. */
const parameters = { issuer: productName, algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Codes of the previous and the next step are also accepted, because the clocks of phones differ. */
const window = 1;

type SealKeys = Pick<Keys, 'id' | 'previous' | 'factorSeal'>;

export const makeSecret = (): Buffer => randomBytes(secretBytes);
/** The id of the key comes first, so that a secret opens during a rotation too. */
export const sealSecret = ({ id, factorSeal }: SealKeys, secret: Buffer, userId: string) =>
  `${id}.${seal(factorSeal, secret, userId)}`;

export function unsealSecret({ id, factorSeal, previous }: SealKeys, sealed: string, userId: string): Buffer {
  const [keyId = '', text = ''] = sealed.split('.');
  return unseal(previous && keyId === previous.id && keyId !== id ? previous.factorSeal : factorSeal, text, userId);
}

/** How many secrets one query reads. */
export const resealBatch = 100;

/** Run by the worker: seals with the current key what the key before sealed, so that the key before can be removed. */
export async function resealSecrets({ db, keys }: { db: Database; keys: SealKeys }): Promise<number> {
  const { id: currentId, previous } = keys;
  if (!previous || previous.id === currentId) return 0;
  for (let renewed = 0; ;) {
    const rows = await db
      .select({ id: factors.id, userId: factors.userId, sealedSecret: factors.sealedSecret })
      .from(factors)
      .where(like(factors.sealedSecret, `${previous.id}.%`))
      .limit(resealBatch);
    for (const { id, userId, sealedSecret } of rows) {
      if (sealedSecret === null) continue;
      await db
        .update(factors)
        .set({ sealedSecret: sealSecret(keys, unsealSecret(keys, sealedSecret, userId), userId) })
        .where(and(eq(factors.id, id), eq(factors.sealedSecret, sealedSecret)));
    }
    renewed += rows.length;
    if (rows.length < resealBatch) return renewed;
  }
}

/** The key as people type it, and the address that the QR code contains. */
export function shownSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

const totpOf = (secret: Buffer, label = '') =>
  new TOTP({ ...parameters, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** The time step whose code this is, or null for a wrong code. */
export function stepOf(secret: Buffer, code: string): number | null {
  const delta = totpOf(secret).validate({ token: code, window });
  return delta === null ? null : Math.floor(Date.now() / 1000 / parameters.period) + delta;
}

/**
 * Accepts a code of one of the account's apps. Neither this code nor an earlier one of the same app works again, so that a
 * code seen over a shoulder is worthless (RFC 6238, section 5.2).
 */
export async function acceptAppCode(tx: Database, keys: SealKeys, userId: string, code: string): Promise<boolean> {
  const apps = await tx
    .select({ id: factors.id, sealedSecret: factors.sealedSecret })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.kind, 'totp')));
  for (const { id, sealedSecret } of apps) {
    const step = sealedSecret && stepOf(unsealSecret(keys, sealedSecret, userId), code);
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
