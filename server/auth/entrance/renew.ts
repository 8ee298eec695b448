import { messages } from '#shared/messages.ts';
import { AppError } from '#server/errors.ts';
import { refreshSession } from '#server/session/refresh.ts';
import type { SessionTokens } from '#server/session/sessions.ts';
import type { Context } from '#server/trpc.ts';
import { handOver, refreshTokenOf } from '#server/auth/door.ts';

type Given = {
  refreshToken?: string | undefined;
  /** The admin's own, put aside in the web's cookies while impersonating. */
  admin?: boolean | undefined;
};

/** New tokens for the refresh token of this call. The cookie of a session that is over goes. */
export async function renew(ctx: Context, { refreshToken, admin = false }: Given) {
  const { services, door, ip } = ctx;
  const seat = admin ? door.admin : door;
  const token = admin ? seat.refreshToken : refreshTokenOf(ctx, refreshToken);
  const tokens: SessionTokens | null = token
    ? await refreshSession(services.db, services.keys, token, { kind: door.kind, ip })
    : null;
  if (tokens) return handOver(door, tokens, seat);
  seat.keepRefreshToken(null);
  throw new AppError('unauthenticated', messages.sessionExpired);
}
