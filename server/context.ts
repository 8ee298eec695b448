import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#server/request-language.ts';
import type { Services } from '#server/services.ts';
import { type Actor, authenticate, authenticateStream } from '#server/session/authenticate.ts';
import { ownerOfRefreshToken } from '#server/session/refresh.ts';
import { toTrpcError, type Context, type TokenTransport } from '#server/trpc.ts';
import { unavailability } from './errors.ts';

export const refreshToken = 'refreshToken';
/** The administrator's own refresh token, while `refreshToken` belongs to an impersonation. */
export const adminRefreshToken = 'adminRefreshToken';

/** The only calls that use the cookies (`docs/product/access.md#sessions`). */
const calls = ['refresh', 'logout', 'impersonate', 'leave', 'login', 'secondFactor', 'passkeyLogin', 'socialLogin'];
/** A page shows its owner's files that are not public yet with elements that send cookies only. */
const paths = [...calls.map((call) => `/trpc/auth.${call}`), '/trpc/companySignIn.finish', '/media'];

/** `maxAge` is the length of the longest sessions in seconds. The server ends shorter sessions earlier. */
type CookieOptions = { isSecure: boolean; maxAge: number };

/**
 * The web's refresh token: not readable by scripts and sent only by this site. Behind https its name has the prefix
 * `__Host-`, which no other host can set, and which demands the path `/`. Over plain http, which has no such names, only the
 * session calls receive it.
 */
export function refreshCookies(name: string, request: FastifyRequest, reply: FastifyReply, { isSecure, maxAge }: CookieOptions) {
  if (isFromElsewhere(request)) return { refreshToken: null, storeRefreshToken: () => undefined };
  const plain = paths.map((path) => ({ name, path }));
  const stored = isSecure ? [{ name: `__Host-${name}`, path: '/' }] : plain;
  // Sessions from before the prefix go on: their cookie is read once more and replaced. It can go when it has expired
  // everywhere, 30 days after the release.
  const former = isSecure ? (request.cookies[name] ?? null) : null;
  return {
    refreshToken: request.cookies[stored[0]?.name ?? name] ?? former,
    storeRefreshToken: (token: string | null): void => {
      const options = { httpOnly: true, sameSite: 'strict' as const, secure: isSecure };
      for (const cookie of stored)
        if (token) void reply.setCookie(cookie.name, token, { ...options, path: cookie.path, maxAge });
        else void reply.clearCookie(cookie.name, { ...options, path: cookie.path });
      if (former !== null) for (const { path } of plain) void reply.clearCookie(name, { ...options, path });
    },
  };
}

/**
 * Whether the browser says that another site sent the request, including a sibling domain, which `SameSite` would allow.
 * Such a page can sign no one in or out.
 */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

/** The caller of a request, for tRPC and REST. A live stream can be opened with a ticket instead of a header. */
export async function contextOf(
  services: Services,
  request: FastifyRequest,
  transport: TokenTransport,
  ticket?: string,
): Promise<Context> {
  const bearer = bearerOf(request);
  const usedAt = lastUseOf(request, transport.kind);
  return {
    services,
    actor: ticket
      ? await signedOutDuringOutage(authenticateStream(services, ticket))
      : bearer
        ? await signedOutDuringOutage(authenticate(services, bearer, usedAt))
        : null,
    bearer,
    transport,
    ip: request.ip,
    usedAt,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
    language: languageOf(request),
  };
}

/** The header in which the web says how many seconds ago the person last touched the screen. */
const idleSecondsHeader = 'x-idle-seconds';
export type IdleSecondsHeader = typeof idleSecondsHeader;

/**
 * When the person last did something. A screen also sends requests without them, so the web says how many seconds ago they
 * last touched it, and its other requests do not count. Other clients send requests only when they are used.
 */
function lastUseOf({ headers }: FastifyRequest, kind: TokenTransport['kind']): Date | null {
  if (kind === 'rest') return new Date();
  const idleSeconds = Number(headers[idleSecondsHeader] || Number.NaN);
  return idleSeconds >= 0 ? new Date(Math.max(0, Date.now() - idleSeconds * 1000)) : null;
}

async function signedOutDuringOutage(caller: Promise<Actor | null>): Promise<Actor | null> {
  try {
    return await caller;
  } catch (error) {
    const outage = unavailability(error);
    throw outage ? toTrpcError(outage) : error;
  }
}

/** The person behind a request for a file. Reading one does not prolong the session. */
export async function readerOf(
  services: Services,
  request: FastifyRequest,
  { refreshToken: cookie }: Pick<TokenTransport, 'refreshToken'>,
): Promise<{ userId: string; companyId: string | null } | null> {
  const bearer = bearerOf(request);
  if (bearer) return authenticate(services, bearer, null);
  return cookie ? ownerOfRefreshToken(services, cookie) : null;
}

export function restTransport(): TokenTransport {
  const noTokens = { refreshToken: null, storeRefreshToken: () => undefined };
  return { kind: 'rest', ...noTokens, admin: noTokens };
}

export function webTransport(request: FastifyRequest, reply: FastifyReply, options: CookieOptions): TokenTransport {
  const cookies = (name: string) => refreshCookies(name, request, reply, options);
  return { kind: 'web', ...cookies(refreshToken), admin: cookies(adminRefreshToken) };
}

function bearerOf({ headers, raw }: FastifyRequest): string | null {
  const match = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '');
  return match?.[1] && isSentOnce(raw.rawHeaders, 'authorization') ? match[1] : null;
}

/**
 * Whether a header was sent once. Of two, Node keeps the first while a proxy may have read the second, so such a request
 * counts as unauthenticated.
 */
function isSentOnce(rawHeaders: readonly string[], name: string): boolean {
  let times = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const sent = rawHeaders[n] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) times++;
  }
  return times < 2;
}
