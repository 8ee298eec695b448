import { deliverTokens, getRefreshToken } from '#server/auth/token-transport.ts';
import { AppError } from '#server/errors.ts';
import { recordSecurityEvent } from '#server/security/record-event.ts';
import { endImpersonations, whereInSessions } from '#server/session/impersonation.ts';
import { refreshSession, findSessionIdByRefreshToken } from '#server/session/refresh.ts';
import { type SessionTokens, endSession } from '#server/session/sessions.ts';
import type { Context } from '#server/trpc.ts';
import { text } from '#shared/texts/texts.ts';

type RefreshInput = {
  refreshToken?: string | undefined;
  /** Refreshes the administrator's own session, which has its own cookie while impersonating. */
  admin?: boolean | undefined;
};

/** Exchanges the refresh token of this request for new tokens. If the session has ended, its cookie is cleared. */
export async function refreshTokens(ctx: Context, { refreshToken, admin = false }: RefreshInput) {
  const { services, transport, ip } = ctx;
  const store = admin ? transport.admin : transport;
  const token = admin ? store.refreshToken : getRefreshToken(ctx, refreshToken);
  const tokens: SessionTokens | null = token
    ? await refreshSession(services, token, { kind: transport.kind, ip, usedAt: ctx.usedAt })
    : null;
  if (tokens) return deliverTokens(transport, tokens, store);
  if (transport.isCrossSite) recordSecurityEvent(ctx, { event: 'access.cross_site', detail: { path: 'auth.refresh' } });
  store.storeRefreshToken(null);
  throw new AppError('unauthenticated', text('ui.sessionExpired'));
}

/**
 * Ends the caller's session and its access token. A refresh token is enough to identify the session. Signing out on the web
 * always succeeds, even if the session has already ended. While impersonating, the web also signs the administrator out. A
 * REST client has to sign out of each of the two sessions.
 */
export async function logOut(ctx: Context, sentToken: string | undefined): Promise<Record<never, never>> {
  const { services, transport, actor, ip } = ctx;
  const { db, keys } = services;
  const token = getRefreshToken(ctx, sentToken);
  const sessionId = actor?.sessionId ?? (token ? await findSessionIdByRefreshToken(db, keys, token) : null);
  if (!sessionId && transport.kind === 'rest') throw new AppError('unauthenticated', text('errors.signInRequired'));
  const adminSession = transport.admin.refreshToken
    ? await findSessionIdByRefreshToken(db, keys, transport.admin.refreshToken)
    : null;
  const ids = [sessionId, adminSession].filter((id) => id !== null);
  if (ids.length > 0) {
    await db.transaction(async (tx) => {
      await endImpersonations(tx, whereInSessions(ids), { reason: 'left', ip });
      for (const id of ids) await endSession(tx, id);
    });
  }
  transport.storeRefreshToken(null);
  transport.admin.storeRefreshToken(null);
  return {};
}
