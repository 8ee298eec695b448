import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { importJWK, jwtVerify } from 'jose';
import type { PushMessage } from '#shared/notifications.ts';

/** A browser's subscription as it sends it to the server, and what the browser gets. */
export type TestBrowser = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  received: (PushMessage & { topic: string; key: string })[];
  /**
   * How its push service answers: it takes the next message, takes it without a response, refuses it with a status, or redirects.
   */
  mode: 'ok' | 'lose' | number | { location: string };
};

/** A fake push service of browsers (RFC 8030). It checks the sender's signature (RFC 8292) and decrypts (RFC 8291). */
export async function startPushServer(): Promise<{ openBrowser: () => TestBrowser; close: () => void }> {
  const browsers = new Map<string, { browser: TestBrowser; decrypt: (body: Buffer) => string }>();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const found = browsers.get(request.url ?? '');
    if (!found) return response.writeHead(404).end();
    const { browser, decrypt } = found;
    const { authorization = '', topic, ttl } = request.headers;
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
    const message = JSON.parse(decrypt(await buffer(request))) as PushMessage;
    const { payload } = await jwtVerify(token, await publicKey(key), { audience: origin() });
    if (!payload.sub?.startsWith('mailto:') || !(Number(ttl) > 0)) return response.writeHead(400).end();
    if (typeof browser.mode === 'number') return response.writeHead(browser.mode).end();
    if (typeof browser.mode === 'object') return response.writeHead(307, browser.mode).end();
    browser.received.push({ ...message, topic: String(topic), key });
    return browser.mode === 'lose' ? response.destroy() : response.writeHead(201).end();
  };
  const listener = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const origin = () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return {
    openBrowser: () => {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const auth = randomBytes(16).toString('base64url');
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const subscription = { endpoint: `${origin()}${path}`, p256dh, auth };
      const browser: TestBrowser = { subscription, received: [], mode: 'ok' };
      browsers.set(path, { browser, decrypt: (body) => decrypted(body, pair, auth) });
      return browser;
    },
    close: () => {
      listener.closeAllConnections();
      listener.close();
    },
  };
}

function publicKey(key: string) {
  const bytes = Buffer.from(key, 'base64url');
  const coordinate = (from: number) => bytes.subarray(from, from + 32).toString('base64url');
  return importJWK({ kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, 'ES256');
}

const tagBytes = 16;

function decrypted(body: Buffer, pair: ReturnType<typeof createECDH>, auth: string): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const senderKey = body.subarray(21, keyEnd);
  const derive = (from: Buffer, fromSalt: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, fromSalt, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
  const secret = derive(pair.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const content = body.subarray(keyEnd);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes }).setAuthTag(
    content.subarray(-tagBytes),
  );
  const padded = Buffer.concat([decipher.update(content.subarray(0, -tagBytes)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
