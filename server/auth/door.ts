import type { Context, Door } from '#server/trpc.ts';
import type { Client } from '#server/session/sessions.ts';

/** Where a caller stands, as a session remembers it. */
export function clientOf({ door, ip, userAgent }: Pick<Context, 'door' | 'ip' | 'userAgent'>): Omit<Client, 'deviceId'> {
  return { kind: door.kind, ip, userAgent };
}

/** The web's refresh token goes into its cookie and not into the answer; a REST client reads it there. */
export function handOver<Answer extends { refreshToken: string | null }>(
  door: Door,
  answer: Answer,
  /** The cookie that it goes into: the admin's own, put aside while impersonating, or the one in use. */
  seat: Pick<Door, 'keepRefreshToken'> = door,
): Answer {
  if (door.kind === 'rest') return answer;
  seat.keepRefreshToken(answer.refreshToken);
  return { ...answer, refreshToken: null };
}

/** The refresh token of this call: the web's comes in its cookie only, a REST client's in the body or as its bearer. */
export function refreshTokenOf({ door, bearer }: Pick<Context, 'door' | 'bearer'>, given: string | undefined): string | null {
  return door.kind === 'web' ? door.refreshToken : (given ?? bearer);
}
