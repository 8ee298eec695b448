import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import { isAllowedProviderUrl, isPrivateProvider, providerFetch } from '#server/http/outgoing.ts';
import type { Keys, KeySet } from '#server/session/keys.ts';
import type { Settings } from '#server/settings/env.ts';
import { isLoopback } from '#server/settings/unencrypted-services.ts';
import type { PushMessage } from '#shared/notifications.ts';

export type PushDevice = { endpoint: string; browserKey: string; browserSecret: string; keyId: string };

export type PushService = {
  /** Whether notifications may be sent to this address: it is encrypted, and a push service of the settings. */
  isAllowed: (endpoint: string) => boolean;
  /**
   * Hands a notification over to the browser's push service. `gone` means that the subscription no longer exists.
   * @throws Error if the service did not take it
   */
  send: (device: PushDevice, message: PushMessage) => Promise<'sent' | 'gone'>;
};

type PushKeys = Pick<Keys, 'id' | 'push' | 'previous'>;

/** The worker waits for the answers before it goes on with other tasks. */
const timeoutMs = 3000;
/** The push service drops a notification that the device did not fetch within a day. */
const daySeconds = 24 * 60 * 60;

/** Sends notifications to browsers by their own push services (RFC 8030, 8291 and 8292). */
export function openPushService({ pushServices, mail }: Pick<Settings, 'pushServices' | 'mail'>, keys: PushKeys): PushService {
  const privateHosts = pushServices.filter((host) => isLoopback(`http://${host}`));
  const fetchFrom = providerFetch({ privateHosts, timeoutMs });
  const isAllowed = (endpoint: string) =>
    isAllowedProviderUrl(endpoint, privateHosts) &&
    (isPrivateProvider(endpoint, privateHosts) || new URL(endpoint).port === '') &&
    pushServices.some((host) => `.${new URL(endpoint).hostname}`.endsWith(`.${host}`));
  return {
    isAllowed,
    send: async ({ endpoint, browserKey: p256dh, browserSecret: auth, keyId }, message) => {
      const pair = findPair(keys, keyId);
      if (!pair || !isAllowed(endpoint)) return 'gone';
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails: { subject: `mailto:${mail.support}`, ...pair }, TTL: daySeconds, topic: message.tag },
      );
      const textHeaders = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const response = await fetchFrom(endpoint, { method, headers: textHeaders, body });
      if (response.ok) return 'sent';
      if ([404, 410].includes(response.status)) return 'gone';
      throw new Error(`The push service answered ${response.status}`);
    },
  };
}

/** A browser accepts notifications only from the key with which it subscribed. */
function findPair(keys: PushKeys, keyId: string): KeySet['push'] | undefined {
  return keys.id === keyId ? keys.push : keys.previous?.id === keyId ? keys.previous.push : undefined;
}

/** The id of the accepted keys with this public key. */
export function findKeyId({ id, push, previous }: PushKeys, publicKey: string): string | undefined {
  return push.publicKey === publicKey ? id : previous?.push.publicKey === publicKey ? previous.id : undefined;
}

/** Whether a browser's public key is a point on the curve P-256. */
export function isBrowserKey(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', undefined, 'uncompressed').length === 65;
  } catch {
    return false;
  }
}
