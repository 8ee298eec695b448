import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys, KeySet } from '#server/session/keys.ts';

/**
 * The address for answers to one conversation: `reply+`, the conversation's id and its signature. The part before the `@` has
 * 62 of the 64 allowed characters. It does not depend on upper and lower case, which some email servers change.
 */
const macLength = 24;

const computeMac = (key: KeySet['replyAddress'], id: string) =>
  createHmac('sha256', key).update(id).digest('hex').slice(0, macLength);

export function createReplyAddress(keys: Pick<Keys, 'replyAddress'>, domain: string, conversationId: string): string {
  const id = conversationId.replaceAll('-', '');
  return `reply+${id}${computeMac(keys.replyAddress, id)}@${domain}`;
}

/** Returns the conversation of the first valid reply address among the recipients, or null. Accepts the previous key too. */
export function readReplyAddress(
  keys: Pick<Keys, 'replyAddress' | 'previous'>,
  domain: string,
  recipients: string,
): string | null {
  for (const [, id = '', mac = '', addressDomain = ''] of recipients
    .toLowerCase()
    .matchAll(/\breply\+([0-9a-f]{32})([0-9a-f]{24})@([a-z0-9.-]+)/g)) {
    const isOurs = [keys.replyAddress, keys.previous?.replyAddress].some(
      (key) => key !== undefined && timingSafeEqual(Buffer.from(mac), Buffer.from(computeMac(key, id))),
    );
    if (isOurs && addressDomain === domain) return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
  return null;
}
