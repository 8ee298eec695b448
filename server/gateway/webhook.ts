import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { isSignedWith } from './webhook-signature.ts';

/** The gateway signs its test deliveries with this public key: everybody can, so they must have no effect. */
export const testDeliverySecret = '00000000-0000-4000-8000-000000000001';

/**
 * A hint that something happened, nothing more: read the transaction from the gateway before changing anything, and
 * take each `eventId` once. Types the product does not know, and `test`, are answered with 200 and have no effect.
 */
export type WebhookEvent = { eventId: string; type: string; transactionId: string | null; orderId: string | null };

const bodySchema = z.object({
  type: z.string().min(1),
  transaction_id: z.string().nullish(),
  data: z.unknown(),
});
const transactionSchema = z.object({ id: z.string().optional(), order_id: z.string().optional() });

/**
 * Reads a delivery if it is signed by the gateway, else answers null. During a rotation the gateway sends two
 * signatures (`Signature`, `Signature-Previous`) and we may know two secrets: any pair that fits will do.
 */
export function verifyWebhook(
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
  secret: string,
  previousSecret?: string,
): WebhookEvent | null {
  const body = readBody(rawBody);
  const eventId = one(headers['x-webhook-event-id']);
  if (!body || !eventId) return null;

  const secrets = [secret, previousSecret].filter((text): text is string => Boolean(text) && text !== testDeliverySecret);
  if (body.type === 'test') secrets.push(testDeliverySecret);
  const signatures = [one(headers.signature), one(headers['signature-previous'])].filter((text) => text !== null);
  if (!signatures.some((signature) => secrets.some((key) => isSignedWith(key, rawBody, signature)))) return null;

  const transaction = transactionSchema.safeParse(body.data).data;
  return {
    eventId,
    type: body.type,
    transactionId: body.transaction_id || transaction?.id || null,
    orderId: transaction?.order_id || null,
  };
}

function readBody(rawBody: Buffer) {
  try {
    return bodySchema.safeParse(JSON.parse(rawBody.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) || null;
