import type { FastifyReply, FastifyRequest } from 'fastify';

export const refreshToken = 'refreshToken';
/** The administrator's own refresh token, while `refreshToken` belongs to an impersonation. */
export const adminRefreshToken = 'adminRefreshToken';

/** The only calls that use the cookies (`docs/product/access.md#sessions`). */
const paths = ['/trpc/auth.refresh', '/trpc/auth.logout', '/trpc/auth.impersonate', '/trpc/auth.leave'];
const days = 30;

/**
 * The web's refresh token: not readable by scripts and sent only by this site. Behind https its name has the prefix
 * `__Host-`, which no other host can set, and which demands the path `/`. Over plain http, which has no such names, only the
 * session calls receive it.
 */
export function refreshCookies(name: string, request: FastifyRequest, reply: FastifyReply, isSecure: boolean) {
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
        if (token) void reply.setCookie(cookie.name, token, { ...options, path: cookie.path, maxAge: days * 24 * 60 * 60 });
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
