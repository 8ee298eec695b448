import { createHmac, timingSafeEqual } from 'node:crypto';

const computeHmac = (body: string | Buffer, time: string, secret: string) =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');

/** Signs `<time>.<body>` with HMAC-SHA256 and formats it as `v1=…`, once for each secret, so that secrets can be rotated. */
export function signBody(body: string | Buffer, time: string, secrets: readonly string[]): string {
  return secrets.map((secret) => `v1=${computeHmac(body, time, secret)}`).join(',');
}

const maxAgeMs = 5 * 60_000;

type Signature = { time: string; signature: string };

/**
 * Whether the time is at most five minutes away and the signature has the right form, which is known before the body is read. `time`
 * is in seconds.
 */
export function canBeSigned({ time, signature }: Signature, now = Date.now()): boolean {
  const isCurrent = /^\d{1,12}$/.test(time) && Math.abs(now - Number(time) * 1000) <= maxAgeMs;
  return isCurrent && /(?:^|,)\s*v1=[\da-f]{64}\s*(?:,|$)/.test(signature);
}

/** Whether a signature matches one of the secrets and is at most five minutes old. `time` is in seconds. */
export function isBodySigned(
  body: string | Buffer,
  { time, signature }: Signature,
  secrets: readonly string[],
  now = Date.now(),
): boolean {
  if (!canBeSigned({ time, signature }, now)) return false;
  const actual = signature.split(',', 4).map((one) => Buffer.from(one.trim()));
  return secrets.some((secret) => {
    const expected = Buffer.from(signBody(body, time, [secret]));
    return actual.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}
