import type { Client } from '#server/session/sessions.ts';
import type { Context, TokenTransport } from '#server/trpc.ts';

/** Collects the client details that a session stores and the language for emails about the sign-in. */
export function getClient({
  transport,
  ip,
  userAgent,
  language,
}: Pick<Context, 'transport' | 'ip' | 'userAgent' | 'language'>): Omit<Client, 'deviceId'> {
  const formerTokens = [transport.refreshToken, transport.admin.refreshToken].filter((token) => token !== null);
  return { kind: transport.kind, ip, userAgent, language, formerTokens };
}

/** For the web, moves the refresh token from the answer into a cookie. REST clients get it in the answer. */
export function deliverTokens<Answer extends { refreshToken: string | null }>(
  transport: TokenTransport,
  answer: Answer,
  /** The cookie to set: the current session's, or the administrator's own while impersonating. */
  store: Pick<TokenTransport, 'storeRefreshToken'> = transport,
): Answer {
  if (transport.kind === 'rest') return answer;
  store.storeRefreshToken(answer.refreshToken);
  return { ...answer, refreshToken: null };
}

/** The refresh token of a request. The web sends it in its cookie only, REST clients in the body or as the bearer token. */
export function getRefreshToken(
  { transport, bearer }: Pick<Context, 'transport' | 'bearer'>,
  sentToken: string | undefined,
): string | null {
  return transport.kind === 'web' ? transport.refreshToken : (sentToken ?? bearer);
}
