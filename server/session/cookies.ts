import type { FastifyReply, FastifyRequest } from 'fastify';

export const refreshToken = 'refreshToken';
/** The admin's own, while `refreshToken` is an impersonation's. */
export const adminRefreshToken = 'adminRefreshToken';

/** The only calls that get them; each is asked for by itself, never in a batch (`product: Accounts and sessions`). */
const paths = ['/trpc/auth.refresh', '/trpc/auth.logout'];
/** The calls at which the two change places. */
const trading = ['/trpc/auth.impersonate', '/trpc/auth.leave'];
const days = 30;

/** The web's refresh token: out of script's reach, sent by this site only, to the calls that deal in sessions only. */
export function refreshCookies(name: string, request: FastifyRequest, reply: FastifyReply, isSecure: boolean) {
  if (isFromElsewhere(request)) return { refreshToken: null, keepRefreshToken: () => undefined };
  return {
    refreshToken: request.cookies[name] ?? null,
    keepRefreshToken: (token: string | null): void => {
      for (const path of [...paths, ...trading]) {
        const options = { path, httpOnly: true, sameSite: 'strict' as const, secure: isSecure };
        if (token) void reply.setCookie(name, token, { ...options, maxAge: days * 24 * 60 * 60 });
        else void reply.clearCookie(name, options);
      }
    },
  };
}

/**
 * Whether the browser says that another site's page calls, or one of a sister domain, which `SameSite` takes for ours: it
 * signs nobody in or out here.
 */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
