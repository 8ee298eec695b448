import { messages } from '#shared/messages.ts';
import { AppError } from '#server/errors.ts';
import { refreshSession } from '#server/session/refresh.ts';
import type { SessionTokens } from '#server/session/sessions.ts';
import type { Context } from '#server/trpc.ts';
import { refreshTokenOf } from './door.ts';

/** New tokens for the refresh token of this call. The cookie of a session that is over goes. */
export async function renew(ctx: Context, given: string | undefined): Promise<SessionTokens> {
  const { services, door, ip } = ctx;
  const token = refreshTokenOf(ctx, given);
  const tokens = token ? await refreshSession(services.db, services.keys, token, { kind: door.kind, ip }) : null;
  if (tokens) return tokens;
  door.keepRefreshToken(null);
  throw new AppError('unauthenticated', messages.sessionExpired);
}
