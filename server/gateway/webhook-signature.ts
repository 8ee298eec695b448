import { createHmac, timingSafeEqual } from 'node:crypto';

/** Base64url without padding of the HMAC-SHA256 over the raw body, its trailing newline included. */
export function signWebhook(secret: string, rawBody: Buffer | string): string {
  return createHmac('sha256', secret).update(rawBody).digest('base64url');
}

export function isSignedWith(secret: string, rawBody: Buffer, signature: string): boolean {
  const expected = Buffer.from(signWebhook(secret, rawBody));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
