import type { FastifyRequest } from 'fastify';
import { addressKey } from '#server/session/throttle.ts';
import { isRobot } from '#shared/accounts/user-agent.ts';

/**
 * Without a cookie: those who come from one address with one browser on one calendar day are taken for one, so that counts
 * err low. Null for robots.
 */
export function visitorOf({ ip, headers }: FastifyRequest, day: string): string | null {
  if (isRobot(headers['user-agent'])) return null;
  return `visitor ${day} ${addressKey(ip)} ${headers['user-agent']}`;
}
