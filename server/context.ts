import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#server/services.ts';
import { type Actor, authenticate, authenticateStream } from '#server/session/authenticate.ts';
import { adminRefreshToken, refreshCookies, refreshToken } from '#server/session/cookies.ts';
import { carried, type Context, type Door } from '#server/trpc.ts';
import { languageOf } from '#server/request-language.ts';
import { unavailability } from '#server/unavailable.ts';

/** The caller of a request, for tRPC and REST. A live stream can be opened with a ticket instead of a header. */
export async function contextOf(services: Services, request: FastifyRequest, door: Door, ticket?: string): Promise<Context> {
  const { sql, keys } = services;
  const bearer = bearerOf(request);
  return {
    services,
    actor: ticket
      ? await known(authenticateStream(sql, keys, ticket))
      : bearer
        ? await known(authenticate(sql, keys, bearer))
        : null,
    bearer,
    door,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
    language: languageOf(request),
  };
}

async function known(caller: Promise<Actor | null>): Promise<Actor | null> {
  try {
    return await caller;
  } catch (error) {
    const passing = unavailability(error);
    throw passing ? carried(passing) : error;
  }
}

export function restDoor(): Door {
  const nothing = { refreshToken: null, keepRefreshToken: () => undefined };
  return { kind: 'rest', ...nothing, admin: nothing };
}

export function webDoor(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Door {
  const cookies = (name: string) => refreshCookies(name, request, reply, isSecure);
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
