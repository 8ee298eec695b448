import { z } from 'zod';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent, WebhookHeaders } from '#server/gateway/port.ts';

/** The public key that signs deliveries of the type `test`; it proves nothing. */
export const testDeliveryKey = '00000000-0000-4000-8000-000000000001';

/** Unpadded base64url of HMAC-SHA256 over the body's bytes as they were sent, a trailing newline included. */
export function signWebhook(rawBody: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(rawBody).digest('base64url');
}

function isSignedBy(rawBody: Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(signWebhook(rawBody, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const delivery = z.object({
  type: z.string().min(1),
  transaction_id: z.string().nullish(),
  data: z.object({ order_id: z.string().nullish() }).nullish().catch(null),
});

/**
 * The event of a delivery that the gateway signed, or null for anything else (answer 401). Needs the raw bytes: parsed
 * and written again they differ. A delivery says only that something happened: read the transaction before acting.
 * While a secret is rotated, `previousSecret` and the header `Signature-Previous` are taken too.
 */
export function verifyWebhook(
  rawBody: Buffer,
  headers: WebhookHeaders,
  secret: string,
  previousSecret?: string,
): WebhookEvent | null {
  const signatures = [headers['signature'], headers['signature-previous']].filter((value) => typeof value === 'string');
  const secrets = [secret, previousSecret].filter((value) => value !== undefined && value !== '');
  const isSigned = (keys: (string | undefined)[]) =>
    signatures.some((signature) => keys.some((key) => key !== undefined && isSignedBy(rawBody, signature, key)));
  const isOurs = isSigned(secrets);
  if (!isOurs && !isSigned([testDeliveryKey])) return null;

  const body = delivery.safeParse(parsed(rawBody));
  const eventId = headers['x-webhook-event-id'];
  if (!body.success || typeof eventId !== 'string' || eventId === '') return null;
  const { type, transaction_id: transactionId, data } = body.data;
  if (!isOurs && type !== 'test') return null;
  return { eventId, type, transactionId: transactionId || null, orderId: data?.order_id || null };
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
