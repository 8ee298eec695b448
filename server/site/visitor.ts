import type { FastifyRequest } from 'fastify';
import { addressKey } from '#server/session/throttle.ts';
import { isRobot } from '#shared/user-agent.ts';

/**
 * Without a cookie: those who come from one address with one browser on one day are taken for one, so that counts err low.
 * Null for robots.
 */
export function visitorOf({ ip, headers }: FastifyRequest): string | null {
  if (isRobot(headers['user-agent'])) return null;
  return `visitor ${new Date().toISOString().slice(0, 10)} ${addressKey(ip)} ${headers['user-agent']}`;
}
