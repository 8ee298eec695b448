import { createHash, randomInt } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import { recoveryCodes } from '#drizzle/schema/accounts.ts';
import { recoveryCodeAlphabet, recoveryCodeCount, recoveryCodeLength, shownRecoveryCode } from '#shared/accounts/sign-in.ts';
import type { Database } from '#server/db/open.ts';

/** The codes have 118 bits, too many to try, so a plain hash is enough (OWASP ASVS 6.5.2). */
function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('hex');
}

function makeCode(): string {
  const sign = () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)];
  return Array.from({ length: recoveryCodeLength }, sign).join('');
}

/** Replaces the account's recovery codes and returns the new ones as they are shown, which is possible only now. */
export async function replaceRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(userId, code) })));
  return codes.map(shownRecoveryCode);
}

/** Uses up a recovery code. False if there is none like it, or if it was used before. */
export async function spendRecoveryCode(tx: Database, userId: string, code: string): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(userId, code)), isNull(recoveryCodes.usedAt)))
    .returning({ hash: recoveryCodes.hash });
  return used.length > 0;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
