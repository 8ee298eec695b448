import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { charges, gatewayEvents } from '#drizzle/schema/billing.ts';
import type { WebhookEvent } from '#server/gateway/port.ts';
import { recordForgedWebhook } from '#server/security/webhook-events.ts';
import type { Services } from '#server/services.ts';
import type { EffectsResolver } from './settle.ts';
import { settleByLookup } from './sweep-charges.ts';

type Options = { services: Services; effectsOf: EffectsResolver };

/**
 * Receives the gateway's webhooks. A webhook only causes a lookup at the gateway; its content is not trusted. The signature
 * covers the raw bytes, so bodies are not parsed here. Each event is handled once. An event that fails is not stored, so
 * that the gateway's next attempt is handled.
 */
export async function webhookRoute(app: FastifyInstance, { services, effectsOf }: Options): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post(`/webhooks/${services.payments.webhookName}`, async (request, reply) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const event = services.payments.readWebhook(raw, request.headers);
    if (!event) {
      recordForgedWebhook(services, request);
      return reply.code(401).send({ errors: [{ message: 'The signature doesn’t match', code: 'unauthenticated' }] });
    }
    if (event.type !== 'test') await handle(services, event, effectsOf);
    return { data: {} };
  });
}

async function handle(services: Services, event: WebhookEvent, effectsOf: EffectsResolver): Promise<void> {
  const { db } = services;
  const processedEvents = await db
    .select({ id: gatewayEvents.id })
    .from(gatewayEvents)
    .where(eq(gatewayEvents.id, event.eventId));
  if (processedEvents.length) return;
  const orderId =
    event.orderId ?? (event.transactionId ? (await services.gateway.getTransaction(event.transactionId))?.orderId : undefined);
  const [charge] = orderId ? await db.select().from(charges).where(eq(charges.gatewayOrderId, orderId)) : [];
  if (charge?.status === 'pending') await settleByLookup(services, charge, effectsOf);
  if (charge?.status === 'failed') await db.update(charges).set({ dueAt: new Date() }).where(eq(charges.id, charge.id));
  await db
    .insert(gatewayEvents)
    .values({ id: event.eventId, type: event.type, transactionId: event.transactionId })
    .onConflictDoNothing();
}
