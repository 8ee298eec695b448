import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#server/http/request-language.ts';
import type { Services } from '#server/services.ts';
import { type Actor, authenticate, authenticateStream } from '#server/session/authenticate.ts';
import { findOwnerByRefreshToken } from '#server/session/refresh.ts';
import { isForgedToken } from '#server/session/tokens.ts';
import { toTrpcError, type Context, type TokenTransport } from '#server/trpc.ts';
import { toUnavailableError } from './errors.ts';

export const refreshToken = 'refreshToken';
/** The administrator's own refresh token, while `refreshToken` belongs to an impersonation. */
export const adminRefreshToken = 'adminRefreshToken';

/** The only calls that use the cookies (`docs/product/access.md#sessions`). */
const cookieCalls = ['refresh', 'logout', 'impersonate', 'leave', 'login', 'secondFactor', 'passkeyLogin', 'socialLogin'];
/**
 * Media files are included because images and videos in a page are requested with cookies only, and a page can show its owner
 * files that are not public yet.
 */
const cookiePaths = [...cookieCalls.map((call) => `/trpc/auth.${call}`), '/trpc/companySignIn.finish', '/media'];

/** `maxAge` is the length of the longest sessions in seconds. The server ends shorter sessions earlier. */
type CookieOptions = { isSecure: boolean; maxAge: number };

/**
 * The web's refresh token. Scripts cannot read it, and only this site sends it. Over https its name has the prefix `__Host-`,
 * which no other host can set and which requires the path `/`. Plain http does not support the prefix, so the cookie is limited
 * to the paths above.
 */
export function refreshCookies(name: string, request: FastifyRequest, reply: FastifyReply, { isSecure, maxAge }: CookieOptions) {
  if (isCrossSite(request)) return { refreshToken: null, storeRefreshToken: () => undefined };
  const plainCookies = cookiePaths.map((path) => ({ name, path }));
  const storedCookies = isSecure ? [{ name: `__Host-${name}`, path: '/' }] : plainCookies;
  // Sessions that started before the prefix was introduced continue. Their old cookie is read once more and replaced. This code
  // can be removed 30 days after the release, when all old cookies have expired.
  const legacyToken = isSecure ? (request.cookies[name] ?? null) : null;
  return {
    refreshToken: request.cookies[storedCookies[0]?.name ?? name] ?? legacyToken,
    storeRefreshToken: (token: string | null): void => {
      const options = { httpOnly: true, sameSite: 'strict' as const, secure: isSecure };
      for (const cookie of storedCookies)
        if (token) void reply.setCookie(cookie.name, token, { ...options, path: cookie.path, maxAge });
        else void reply.clearCookie(cookie.name, { ...options, path: cookie.path });
      if (legacyToken !== null) for (const { path } of plainCookies) void reply.clearCookie(name, { ...options, path });
    },
  };
}

/**
 * Whether the browser says that another site sent the request, including a sibling domain, which `SameSite` would allow. Such a
 * request can sign no one in or out.
 */
function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

/**
 * The context of a request with its caller, for tRPC and REST. A live stream can be opened with a ticket instead of a header.
 */
export async function createContext(
  services: Services,
  request: FastifyRequest,
  transport: TokenTransport,
  ticket?: string,
): Promise<Context> {
  const bearer = bearerOf(request);
  const usedAt = lastUseOf(request, transport.kind);
  const actor = ticket
    ? await rethrowOutage(authenticateStream(services, ticket))
    : bearer
      ? await rethrowOutage(authenticate(services, bearer, usedAt))
      : null;
  return {
    services,
    actor,
    bearer,
    hasForgedToken: !actor && bearer !== null && (await isForgedToken(services.keys, bearer)),
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
 * When the person was last active. An open screen also sends requests on its own, so the web says how many seconds ago the
 * person last touched the screen. Requests of the web without that header do not count as activity. REST clients send requests
 * only when they are used.
 */
function lastUseOf({ headers }: FastifyRequest, kind: TokenTransport['kind']): Date | null {
  if (kind === 'rest') return new Date();
  const idleSeconds = Number(headers[idleSecondsHeader] || Number.NaN);
  return idleSeconds >= 0 ? new Date(Math.max(0, Date.now() - idleSeconds * 1000)) : null;
}

async function rethrowOutage(caller: Promise<Actor | null>): Promise<Actor | null> {
  try {
    return await caller;
  } catch (error) {
    const outage = toUnavailableError(error);
    throw outage ? toTrpcError(outage) : error;
  }
}

/** The caller of a request outside of tRPC and REST, by its token. Such a request does not prolong the session. */
export async function findCaller(services: Services, request: FastifyRequest): Promise<Actor | null> {
  const bearer = bearerOf(request);
  return bearer ? authenticate(services, bearer, null) : null;
}

/** The person behind a request for a file. Reading a file does not prolong the session. */
export async function findFileReader(
  services: Services,
  request: FastifyRequest,
  { refreshToken: cookie }: Pick<TokenTransport, 'refreshToken'>,
): Promise<{ userId: string; companyId: string | null } | null> {
  if (bearerOf(request)) return findCaller(services, request);
  return cookie ? findOwnerByRefreshToken(services, cookie) : null;
}

export function restTransport(): TokenTransport {
  const noTokens = { refreshToken: null, storeRefreshToken: () => undefined };
  return { kind: 'rest', ...noTokens, admin: noTokens };
}

export function webTransport(request: FastifyRequest, reply: FastifyReply, options: CookieOptions): TokenTransport {
  const cookies = (name: string) => refreshCookies(name, request, reply, options);
  const isFromElsewhere = isCrossSite(request);
  return { kind: 'web', ...cookies(refreshToken), admin: cookies(adminRefreshToken), isCrossSite: isFromElsewhere };
}

function bearerOf({ headers, raw }: FastifyRequest): string | null {
  const match = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '');
  return match?.[1] && isSentOnce(raw.rawHeaders, 'authorization') ? match[1] : null;
}

/**
 * Whether a header was sent at most once. If it was sent twice, Node keeps the first value while a proxy may have read the
 * second, so the request counts as unauthenticated.
 */
function isSentOnce(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const headerName = rawHeaders[n] ?? '';
    if (headerName.length === name.length && headerName.toLowerCase() === name) count++;
  }
  return count < 2;
}
