import type { Context, Door } from '#server/trpc.ts';
import type { Client } from '#server/session/sessions.ts';

/** The client details that a session stores, and the language of emails about the sign-in. */
export function clientOf({
  door,
  ip,
  userAgent,
  language,
}: Pick<Context, 'door' | 'ip' | 'userAgent' | 'language'>): Omit<Client, 'deviceId'> {
  return { kind: door.kind, ip, userAgent, language };
}

/** Puts the web's refresh token into its cookie and removes it from the answer. REST clients get it in the answer. */
export function handOver<Answer extends { refreshToken: string | null }>(
  door: Door,
  answer: Answer,
  /** The cookie to set: the current session's, or the administrator's own while impersonating. */
  seat: Pick<Door, 'keepRefreshToken'> = door,
): Answer {
  if (door.kind === 'rest') return answer;
  seat.keepRefreshToken(answer.refreshToken);
  return { ...answer, refreshToken: null };
}

/** The refresh token of a request. The web sends it in its cookie only, REST clients in the body or as the bearer token. */
export function refreshTokenOf({ door, bearer }: Pick<Context, 'door' | 'bearer'>, given: string | undefined): string | null {
  return door.kind === 'web' ? door.refreshToken : (given ?? bearer);
}
