import { and, eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { isWeakerThanToday } from '#server/session/hash-cost.ts';
import { hashPassword } from '#server/session/passwords.ts';

type Account = { id: string; passwordHash: string | null };

/**
 * Hashes a password again that was hashed when hashes were cheaper: a log-in is when the password is at hand. It is no
 * reason to keep anybody out, so a rush of log-ins leaves it for the next one.
 */
export async function strengthenHash(db: Database, { id, passwordHash: old }: Account, password: string): Promise<void> {
  if (old === null || !isWeakerThanToday(old)) return;
  try {
    const passwordHash = await hashPassword(password);
    await db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, id), eq(users.passwordHash, old)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
