import type { FastifyReply, FastifyRequest } from 'fastify';

export const refreshToken = 'refreshToken';
/** The administrator's own refresh token, while `refreshToken` belongs to an impersonation. */
export const adminRefreshToken = 'adminRefreshToken';

/** The only calls that receive the cookies. Each is sent alone, never in a batch (`docs/product/access.md#sessions`). */
const paths = ['/trpc/auth.refresh', '/trpc/auth.logout'];
/** The calls that swap the two cookies. */
const trading = ['/trpc/auth.impersonate', '/trpc/auth.leave'];
const days = 30;

/** The web's refresh token: not readable by scripts, sent only by this site, and only to the session calls. */
export function refreshCookies(name: string, request: FastifyRequest, reply: FastifyReply, isSecure: boolean) {
  if (isFromElsewhere(request)) return { refreshToken: null, storeRefreshToken: () => undefined };
  return {
    refreshToken: request.cookies[name] ?? null,
    storeRefreshToken: (token: string | null): void => {
      for (const path of [...paths, ...trading]) {
        const options = { path, httpOnly: true, sameSite: 'strict' as const, secure: isSecure };
        if (token) void reply.setCookie(name, token, { ...options, maxAge: days * 24 * 60 * 60 });
        else void reply.clearCookie(name, options);
      }
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
