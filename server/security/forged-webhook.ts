import type { FastifyRequest } from 'fastify';
import type { Services } from '#server/services.ts';
import { recordSecurityEvent } from './record-event.ts';

/** Records a webhook whose signature does not match (`docs/product/access.md#security-events`). */
export function recordForgedWebhook(services: Pick<Services, 'securityLog'>, request: FastifyRequest): void {
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
  const source = { services, ip: request.ip, userAgent, requestId: request.id };
  recordSecurityEvent(source, { event: 'webhook.forged', detail: { path: request.routeOptions.url } });
}
