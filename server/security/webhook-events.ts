import type { FastifyRequest } from 'fastify';
import type { Services } from '#server/services.ts';
import { recordSecurityEvent } from './record-event.ts';

type EventLog = Pick<Services, 'securityLog'>;

const sourceOf = (services: EventLog, request: FastifyRequest) => ({
  services,
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  requestId: request.id,
});

/** Records a webhook whose signature does not match (`docs/product/access.md#security-events`). */
export function recordForgedWebhook(services: EventLog, request: FastifyRequest): void {
  recordSecurityEvent(sourceOf(services, request), { event: 'webhook.forged', detail: { path: request.routeOptions.url } });
}

/** Records that a webhook brought a file with a virus. `email` is the address of the account that sent it. */
export function recordInfectedFile(services: EventLog, request: FastifyRequest, email: string): void {
  const detail = { path: request.routeOptions.url, reason: 'errors.virusFound' };
  recordSecurityEvent(sourceOf(services, request), { event: 'file.refused', email, detail });
}
