import { AppError } from '#server/errors.ts';
import { sessionOfRefreshToken } from '#server/session/refresh.ts';
import { endSession } from '#server/session/sessions.ts';
import type { Context } from '#server/trpc.ts';
import { refreshTokenOf } from './door.ts';

/**
 * Ends the caller's session at once, its access token included; a refresh token is enough to name it. The web's log-out
 * always succeeds: what is over already is what was asked for.
 */
export async function logOut(ctx: Context, given: string | undefined): Promise<Record<never, never>> {
  const { services, door, actor } = ctx;
  const token = refreshTokenOf(ctx, given);
  const sessionId = actor?.sessionId ?? (token ? await sessionOfRefreshToken(services.db, services.keys, token) : null);
  if (!sessionId && door.kind === 'rest') throw new AppError('unauthenticated', 'Sign in to go on');
  if (sessionId) await endSession(services.db, sessionId);
  door.keepRefreshToken(null);
  return {};
}
