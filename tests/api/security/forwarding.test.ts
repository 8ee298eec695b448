import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installation } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import { forwardSecurityEvents, openReceiver } from '#server/security/forward-events.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Sending security events to syslog (RFC 5424) or a web address (`docs/operations.md#security-events`). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function addEvents(count: number): Promise<string[]> {
  const start = Date.now() - 60_000;
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    at: new Date(start + n),
    event: n % 2 ? 'sign_in.failure' : 'sign_in.success',
    ip: '203.0.113.9',
    userAgent: 'Ünïcode\n<1>1 forged',
  }));
  await t.services.db.insert(securityEvents).values(rows);
  return rows.map(({ id }) => id);
}

const waiting = async () => {
  const rows = await t.services.db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(isNull(securityEvents.forwardedAt));
  return rows.length;
};
/** Ends the pause after a failure. */
const endPause = () =>
  t.services.db.update(installation).set({ value: '0' }).where(eq(installation.key, 'security_events_lease'));
const forward = (url: string, secrets: string[] = []) => forwardSecurityEvents(t.services, openReceiver({ url, secrets }));

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The messages of a stream of frames `length message`. */
function messagesOf(stream: Buffer): string[] {
  const messages: string[] = [];
  for (let rest = stream; rest.length > 0;) {
    const space = rest.indexOf(' ');
    const end = space + 1 + Number(rest.subarray(0, space).toString());
    messages.push(rest.subarray(space + 1, end).toString());
    rest = rest.subarray(end);
  }
  return messages;
}

test('syslog over TCP gets every event once and in order, also after it was away', async () => {
  const received: Buffer[] = [];
  const server = createServer((socket) => socket.on('data', (part: Buffer) => received.push(part)));
  const port = await listening(server);
  const url = `syslog+tcp://127.0.0.1:${port}`;
  await new Promise((resolve) => server.close(resolve));
  const ids = await addEvents(450);
  expect(await forward(url)).toBe(0);
  expect(await waiting()).toBe(450);

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await forward(url)).toBe(0);
  await endPause();
  expect(await forward(url)).toBe(450);
  await new Promise((resolve) => server.close(resolve));
  const messages = messagesOf(Buffer.concat(received));
  const header =
    /^<(108|109)>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ haulboard \d+ (sign_in\.\w+) \[origin software="haulboard" swVersion="[^"]+"\] \{/;
  expect(messages.filter((message) => !header.test(message) || message.includes('\n'))).toEqual([]);
  const events = messages.map((message) => JSON.parse(message.slice(message.indexOf('{'))) as { id: string; userAgent: string });
  expect(events.map(({ id }) => id)).toEqual(ids);
  expect(events[0]?.userAgent).toBe('Ünïcode\n<1>1 forged');
  expect(messages[1]).toMatch(/^<108>/);
  expect(await waiting()).toBe(0);
  expect(await forward(url)).toBe(0);
});

test('syslog over UDP gets one datagram for each event', async () => {
  const socket = createSocket('udp4');
  const received: string[] = [];
  socket.on('message', (message) => received.push(message.toString()));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  await addEvents(3);
  expect(await forward(`syslog+udp://127.0.0.1:${socket.address().port}`)).toBe(3);
  await expect.poll(() => received.length).toBe(3);
  expect(received[0]).toMatch(/^<109>1 .* sign_in\.success /);
  socket.close();
});

test('a web address gets them signed with each secret; a refusal is tried again', async () => {
  const requests: { body: string; headers: Record<string, unknown> }[] = [];
  let status = 500;
  const server = createHttp((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests.push({ body: Buffer.concat(parts).toString(), headers: request.headers });
      response.writeHead(status).end();
    });
  });
  const url = `http://localhost:${await listening(server)}/events`;
  const [fresh, old] = ['n'.repeat(32), 'o'.repeat(32)];
  const ids = await addEvents(2);
  expect(await forward(url, [fresh, old])).toBe(0);
  await endPause();
  status = 204;
  expect(await forward(url, [fresh, old])).toBe(2);
  server.close();
  const [, last] = requests;
  const time = String(last?.headers['haulboard-timestamp']);
  const sign = (secret: string) => `v1=${createHmac('sha256', secret).update(`${time}.${last?.body}`).digest('hex')}`;
  expect(last?.headers['haulboard-signature']).toBe(`${sign(fresh)},${sign(old)}`);
  expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60);
  const { events } = JSON.parse(last?.body ?? '{}') as { events: { id: string }[] };
  expect(events.map(({ id }) => id)).toEqual(ids);
});

test('two servers never send at the same time', async () => {
  await addEvents(1);
  let isSending = false;
  const receiver = {
    send: async () => {
      expect(isSending).toBe(false);
      isSending = true;
      expect(await forwardSecurityEvents(t.services, { send: () => Promise.reject(new Error('second')) })).toBe(0);
      isSending = false;
    },
  };
  expect(await forwardSecurityEvents(t.services, receiver)).toBe(1);
  await t.services.db.execute(sql`select 1`);
});
