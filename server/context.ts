import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#server/services.ts';
import { type Actor, authenticate, authenticateStream } from '#server/session/authenticate.ts';
import { adminRefreshToken, refreshCookies, refreshToken } from '#server/session/cookies.ts';
import { toTrpcError, type Context, type TokenTransport } from '#server/trpc.ts';
import { languageOf } from '#server/request-language.ts';
import { unavailability } from '#server/unavailable.ts';

/** The caller of a request, for tRPC and REST. A live stream can be opened with a ticket instead of a header. */
export async function contextOf(
  services: Services,
  request: FastifyRequest,
  transport: TokenTransport,
  ticket?: string,
): Promise<Context> {
  const { sql, keys } = services;
  const bearer = bearerOf(request);
  return {
    services,
    actor: ticket
      ? await duringOutage(authenticateStream(sql, keys, ticket))
      : bearer
        ? await duringOutage(authenticate(sql, keys, bearer))
        : null,
    bearer,
    transport,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
    language: languageOf(request),
  };
}

async function duringOutage(caller: Promise<Actor | null>): Promise<Actor | null> {
  try {
    return await caller;
  } catch (error) {
    const passing = unavailability(error);
    throw passing ? toTrpcError(passing) : error;
  }
}

export function restTransport(): TokenTransport {
  const nothing = { refreshToken: null, storeRefreshToken: () => undefined };
  return { kind: 'rest', ...nothing, admin: nothing };
}

export function webTransport(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): TokenTransport {
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
