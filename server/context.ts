import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#server/services.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { refreshCookies } from '#server/session/cookies.ts';
import type { Context, Door } from '#server/trpc.ts';

/** Who calls and from where, for either door. The token may also come beside the headers (subscriptions). */
export async function contextOf(services: Services, request: FastifyRequest, door: Door, token?: string): Promise<Context> {
  const bearer = token ?? bearerOf(request);
  return {
    services,
    actor: bearer ? await authenticate(services.sql, services.keys, bearer) : null,
    bearer,
    door,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
  };
}

export function restDoor(): Door {
  return { kind: 'rest', refreshToken: null, keepRefreshToken: () => undefined };
}

export function webDoor(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Door {
  const cookies = refreshCookies(request, reply, isSecure);
  return { kind: 'web', refreshToken: cookies.read(), keepRefreshToken: cookies.keep };
}

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}
