import { and, count, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { sessionDeadline, getSessionLimit } from '#server/session/session-limits.ts';
import { endCodes, endSessions, maxSessions } from '#server/session/sessions.ts';
import type { OwnSessions } from '#shared/accounts/account.ts';
import { describeUserAgent } from '#shared/accounts/user-agent.ts';
import { text, type Language } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';

/** Active sessions. An administrator's impersonation of the account is not one of them. */
function whereActiveSession(userId: string) {
  return and(
    eq(sessions.userId, userId),
    isNull(sessions.endedAt),
    isNull(sessions.impersonatorSessionId),
    gt(sessions.expiresAt, new Date()),
  );
}

/** The account's active sessions: the current one first, then by last use (`docs/product/access.md#sessions`). */
export async function listOwnSessions(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  actor: Pick<Actor, 'userId' | 'sessionId'>,
  language: Language,
): Promise<OwnSessions> {
  const [account] = await db.select({ roles: users.roles }).from(users).where(eq(users.id, actor.userId));
  const limit = getSessionLimit(settings.sessionLimits, account?.roles ?? []);
  const isOwnActiveSession = and(
    whereActiveSession(actor.userId),
    gt(sessions.lastUsedAt, new Date(Date.now() - limit.maxIdleMs)),
    gt(sessions.createdAt, new Date(Date.now() - limit.maxAgeMs)),
  );
  const isCurrent = sql<boolean>`${sessions.id} = ${actor.sessionId}`;
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: sessions.id,
        kind: sessions.kind,
        ip: sessions.ip,
        userAgent: sessions.userAgent,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
        expiresAt: sessions.expiresAt,
        isCurrent,
      })
      .from(sessions)
      .where(isOwnActiveSession)
      .orderBy(desc(isCurrent), desc(sessions.lastUsedAt), desc(sessions.id))
      .limit(maxSessions),
    db.select({ total: count() }).from(sessions).where(isOwnActiveSession),
  ]);
  const items = rows.map(({ userAgent, ip, expiresAt, ...row }) => ({
    ...row,
    idleMinutes: Math.round(limit.maxIdleMs / 60_000),
    endsAt: sessionDeadline(limit, { ...row, expiresAt }),
    ...describeUserAgent(userAgent, writerIn(language)),
    ip: ip?.replace(/^::ffff:/i, '') ?? null,
  }));
  return { items, total: counted?.total ?? 0 };
}

/**
 * Ends one of the account's own sessions. Its access token stops working at the next request. On another device, which may be lost,
 * codes by text message are turned off too.
 */
export async function endOwnSession(db: Database, actor: Actor, ip: string, id: string): Promise<{ ended: number }> {
  return db.transaction(async (tx) => {
    const ended = await endSessions(tx, and(whereActiveSession(actor.userId), eq(sessions.id, id)));
    if (ended.length === 0) throw notFound(text('errors.sessionNotFound'));
    if (id !== actor.sessionId) await endCodes(tx, actor.userId);
    await audit(tx, { ...actor, ip }, { action: 'session.end', subject: { type: 'session', id } });
    return { ended: 1 };
  });
}

/** Ends all of the account's sessions except the current one. */
export async function endOtherSessions(db: Database, actor: Actor, ip: string): Promise<{ ended: number }> {
  return db.transaction(async (tx) => {
    const ended = await endSessions(tx, and(whereActiveSession(actor.userId), ne(sessions.id, actor.sessionId)));
    if (ended.length > 0) {
      await endCodes(tx, actor.userId);
      const subject = { type: 'user', id: actor.userId } as const;
      await audit(tx, { ...actor, ip }, { action: 'session.end_others', subject, detail: { ended: ended.length } });
    }
    return { ended: ended.length };
  });
}
