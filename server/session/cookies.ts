import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'refreshToken';
/** The only calls that get the cookie; each is asked for by itself, never in a batch (`product: Accounts and sessions`). */
const paths = ['/trpc/auth.refresh', '/trpc/auth.logout'];
const days = 30;

/** The web's refresh token: out of script's reach, sent by this site only, to refresh and log-out only. */
export function refreshCookies(request: FastifyRequest, reply: FastifyReply, isSecure: boolean) {
  return {
    read: (): string | null => request.cookies[name] ?? null,
    keep: (token: string | null): void => {
      for (const path of paths) {
        const options = { path, httpOnly: true, sameSite: 'strict' as const, secure: isSecure };
        if (token) void reply.setCookie(name, token, { ...options, maxAge: days * 24 * 60 * 60 });
        else void reply.clearCookie(name, options);
      }
    },
  };
}
