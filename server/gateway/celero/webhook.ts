import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { WebhookEvent, WebhookHeaders } from '#server/gateway/port.ts';

/** The key that signs `test` webhooks. It is public, so its signature proves nothing. */
export const testDeliveryKey = '00000000-0000-4000-8000-000000000001';

/** The signature: unpadded base64url of an HMAC-SHA256 over the raw bytes of the body. */
export function signWebhook(rawBody: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(rawBody).digest('base64url');
}

function isSignedBy(rawBody: Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(signWebhook(rawBody, secret));
  const actual = Buffer.from(signature);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const delivery = z.object({
  type: z.string().min(1),
  transaction_id: z.string().nullish(),
  data: z.object({ order_id: z.string().nullish() }).nullish().catch(null),
});

/**
 * Returns the event of a webhook, or null if the signature is invalid (answer 401). It needs the raw bytes, because a body
 * that was parsed and serialized again can differ. A webhook says only that something happened, so read the transaction
 * before acting. While a secret is being rotated, `previousSecret` and the header `Signature-Previous` are accepted too.
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
  const isSignedByUs = isSigned(secrets);
  if (!isSignedByUs && !isSigned([testDeliveryKey])) return null;

  const body = delivery.safeParse(parseJson(rawBody));
  const eventId = headers['x-webhook-event-id'];
  if (!body.success || typeof eventId !== 'string' || eventId === '') return null;
  const { type, transaction_id: transactionId, data } = body.data;
  if (!isSignedByUs && type !== 'test') return null;
  return { eventId, type, transactionId: transactionId || null, orderId: data?.order_id || null };
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
