import { createHmac, timingSafeEqual } from 'node:crypto';

/** The public key that signs deliveries of the type `test`; it proves nothing. */
export const testDeliveryKey = '00000000-0000-4000-8000-000000000001';

/** Unpadded base64url of HMAC-SHA256 over the body's bytes as they were sent, a trailing newline included. */
export function signWebhook(rawBody: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(rawBody).digest('base64url');
}

export function isSignedBy(rawBody: Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(signWebhook(rawBody, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
