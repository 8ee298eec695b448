import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { sessions } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';

/** Why an impersonation was over: the admin left, its time ran out, or one of the two sessions behind it was ended. */
export type EndReason = 'left' | 'time' | 'session';

/** Seconds after its end in which an impersonation may still be renewed: the dialog that offers it is on a screen. */
export const renewableSeconds = 10 * 60;

/** The impersonations among these sessions and those that hang on them. */
export function ofSessions(ids: readonly string[]): SQL | undefined {
  return or(inArray(sessions.id, [...ids]), inArray(sessions.impersonatorSessionId, [...ids]));
}

/** Those of an account, on either side: it acts, or it is acted as. */
export function ofAccount(tx: Database, userId: string): SQL | undefined {
  const own = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  return or(eq(sessions.userId, userId), inArray(sessions.impersonatorSessionId, own));
}

/** Those whose time ran out and that nobody renews any more. */
export function timedOut(): SQL {
  return lte(sessions.expiresAt, new Date(Date.now() - renewableSeconds * 1000));
}

/** Ends the impersonations that `which` picks and writes each end down under both names, for the company's log too. */
export async function endImpersonations(
  tx: Database,
  which: SQL | undefined,
  { reason, ip = null }: { reason: EndReason; ip?: string | null },
): Promise<void> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`least(${sessions.expiresAt}, ${new Date().toISOString()}::timestamptz)` })
    .where(and(isNotNull(sessions.impersonatorSessionId), isNull(sessions.endedAt), which))
    .returning({ userId: sessions.userId, ownSessionId: sessions.impersonatorSessionId, endedAt: sessions.endedAt });
  for (const { userId, ownSessionId, endedAt } of ended) {
    const [behind] = await tx
      .select({ adminId: sessions.userId, companyId: employees.companyId })
      .from(sessions)
      .leftJoin(employees, eq(employees.userId, userId))
      .where(eq(sessions.id, ownSessionId ?? ''));
    const actor = { userId, impersonatorId: behind?.adminId ?? null, ip, companyId: behind?.companyId ?? null };
    const detail = { reason, endedAt: endedAt?.toISOString() };
    await audit(tx, actor, { action: 'impersonation.end', subject: { type: 'user', id: userId }, detail });
  }
}
