import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from '#server/session/keys.ts';

/** That somebody was shown an ad in a turn of the rotation. */
export type Sight = { adId: string; viewer: string; turnAt: Date };

/** How long after its turn began a page may still say that the ad was seen or clicked. */
export const sightLifeMs = 2 * 60 * 60 * 1000;

type Key = Pick<Keys, 'adSight'>;

const mac = ({ adSight }: Key, text: string) => createHmac('sha256', adSight).update(text).digest();

/** Somebody as a keyed hash: the same all day, of no use to anybody else. */
export function viewerKey(key: Key, who: string): string {
  return mac(key, `viewer ${who}`).subarray(0, 12).toString('base64url');
}

/** Made with the page and sent back by it: what was never shown cannot be counted. */
export function makeSightToken(key: Key, { adId, viewer, turnAt }: Sight): string {
  const text = `${adId.replaceAll('-', '')}.${viewer}.${turnAt.getTime().toString(36)}`;
  return `${text}.${signatureOf(key, text).toString('base64url')}`;
}

const signatureOf = (key: Key, text: string) => mac(key, `sight ${text}`).subarray(0, 16);

const form = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.([\w-]{16})\.([0-9a-z]{1,11})\.([\w-]{22})$/;

/** What a token says; null when it is not ours or too old. */
export function readSightToken(key: Key, token: unknown, now: Date): Sight | null {
  const parts = typeof token === 'string' ? form.exec(token) : null;
  if (!parts) return null;
  const [whole, ...fields] = parts;
  const [a, b, c, d, e, viewer = '', turn = '', signature = ''] = fields;
  const text = whole.slice(0, -signature.length - 1);
  if (!timingSafeEqual(signatureOf(key, text), Buffer.from(signature, 'base64url'))) return null;
  const turnAt = new Date(Number.parseInt(turn, 36));
  if (now.getTime() - turnAt.getTime() > sightLifeMs) return null;
  return { adId: [a, b, c, d, e].join('-'), viewer, turnAt };
}
