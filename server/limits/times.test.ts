import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { closeSlowConnections, defaultTimeouts, timeOptions, type Times } from './times.ts';

/**
 * The tests use real connections from slow clients. In each test only the timeout that is meant to close the connection is
 * short, so that no other can, however slow the machine is.
 */
const long: Times = {
  headersMs: 200_000,
  bodyMs: 200_000,
  requestMs: 200_000,
  idleMs: 200_000,
  keepAliveMs: 200_000,
  everyMs: 20,
};

let app: FastifyInstance;

async function start(short: Partial<Times>): Promise<void> {
  const timeouts = { ...long, ...short };
  app = Fastify({ ...timeOptions(timeouts), forceCloseConnections: true });
  onTestFinished(() => app.close());
  closeSlowConnections(app, timeouts);
  app.addContentTypeParser('multipart/form-data', async (_request: unknown, body: Readable) => buffer(body));
  app.post('/', () => ({ data: {} }));
  app.get('/live', (_request, reply) => {
    reply.hijack();
    reply.raw.write('data: 1\n\n');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
}

type Connection = { socket: Socket; received: () => string };

function send(...parts: string[]): Connection {
  const address = app.server.address();
  const socket = connect({ port: typeof address === 'object' && address ? address.port : 0, host: '127.0.0.1' });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  return { socket, received: () => text };
}

/** Sends parts, waits until the server closes the connection, and returns the answer. */
async function sendUntilClosed(...parts: string[]): Promise<string> {
  const { socket, received } = send(...parts);
  await once(socket, 'close');
  return received();
}

const json = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const form = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9\r\n\r\n--b';

test('headers that never end', async () => {
  await start({ headersMs: 100 });
  const text = await sendUntilClosed('POST / HTTP/1.1\r\nhost: x\r\nx-slow: ');
  expect(text).toMatch(/^HTTP\/1.1 408 /);
  expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ errors: [{ code: 'too_slow' }] });
});

test('a body that never ends, said or in chunks', async () => {
  await start({ bodyMs: 100 });
  for (const way of ['content-length: 100\r\n\r\n{"a":', 'transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n'])
    expect(await sendUntilClosed(`${json}${way}`)).toBe('');
});

test('a form may take as long as any request, and no longer', async () => {
  // A body's own timeout would end the connection without an answer. Node wants no longer time for headers than for requests.
  await start({ bodyMs: 10, headersMs: 300, requestMs: 300 });
  expect(await sendUntilClosed(form)).toMatch(/^HTTP\/1.1 408 /);
});

test('a connection that sends no further request is closed', async () => {
  await start({ keepAliveMs: 100 });
  expect(await sendUntilClosed(`${json}content-length: 2\r\n\r\n{}`)).toContain('{"data":{}}');
});

test('a live stream may be silent for longer than any other connection', async () => {
  await start({ idleMs: 300 });
  const stream = send('GET /live HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n');
  await once(stream.socket, 'data');
  await sendUntilClosed('POST / HTTP/1.1\r\nhost: x\r\nx-slow: ');
  expect(stream.socket.closed).toBe(false);
  expect(stream.received()).toContain('data: 1');
  stream.socket.destroy();
});

test('data that is not HTTP, and headers that are too large', async () => {
  await start({});
  expect(await sendUntilClosed('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"malformed"/);
  expect(await sendUntilClosed(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 [\s\S]*"too_large"/,
  );
});

test('the times of the product', () => {
  expect(defaultTimeouts.headersMs).toBeLessThanOrEqual(15_000);
  expect(defaultTimeouts.bodyMs).toBeLessThanOrEqual(30_000);
  expect(defaultTimeouts.keepAliveMs).toBeGreaterThan(60_000);
  expect(timeOptions().requestTimeout).toBeGreaterThan(0);
});
