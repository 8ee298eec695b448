import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeSlowConnections, timeOptions, defaultTimeouts } from './times.ts';

/** The tests use real connections from slow clients, with short timeouts. */
let app: FastifyInstance;
const short = { headersMs: 300, bodyMs: 400, requestMs: 900, idleMs: 1500, keepAliveMs: 500, everyMs: 50 };
beforeAll(async () => {
  app = Fastify({ ...timeOptions(short), forceCloseConnections: true });
  closeSlowConnections(app, short);
  app.post('/', () => ({ data: {} }));
  app.get('/live', (_request, reply) => {
    reply.hijack();
    reply.raw.write('data: 1\n\n');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends parts, waits until the server closes the connection, and returns the answer and the time. */
async function sendParts(...parts: string[]): Promise<{ text: string; ms: number }> {
  const address = app.server.address();
  const socket = connect({ port: typeof address === 'object' && address ? address.port : 0, host: '127.0.0.1' });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  const startedAt = performance.now();
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return { text, ms: performance.now() - startedAt };
}

const json = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

test('headers that never end', async () => {
  const { text, ms } = await sendParts('POST / HTTP/1.1\r\nhost: x\r\nx-slow: ');
  expect(text).toMatch(/^HTTP\/1.1 408 /);
  expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ errors: [{ code: 'too_slow' }] });
  expect(ms).toBeLessThan(1400);
});

test('a body that never ends, said or in chunks', async () => {
  for (const way of ['content-length: 100\r\n\r\n{"a":', 'transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n']) {
    const { text, ms } = await sendParts(`${json}${way}`);
    expect(text).not.toContain('200');
    expect(ms).toBeLessThan(1400);
  }
});

test('a form may take as long as any request, and no longer', async () => {
  const { ms } = await sendParts(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9\r\n\r\n--b',
  );
  expect(ms).toBeGreaterThan(short.bodyMs);
});

test('a connection that asks nothing more is closed; a live stream may be silent', async () => {
  const { text, ms } = await sendParts(`${json}content-length: 2\r\n\r\n{}`);
  expect(text).toContain('{"data":{}}');
  expect(ms).toBeLessThan(3000);
  const stream = sendParts('GET /live HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n');
  const winner = await Promise.race([stream, new Promise((resolve) => setTimeout(() => resolve('open'), short.idleMs + 500))]);
  expect(winner).toBe('open');
});

test('what is no HTTP, and headers beyond measure', async () => {
  expect((await sendParts('nonsense\r\n\r\n')).text).toMatch(/^HTTP\/1.1 400 [\s\S]*"malformed"/);
  expect((await sendParts(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)).text).toMatch(
    /^HTTP\/1.1 431 [\s\S]*"too_large"/,
  );
});

test('the times of the product', () => {
  expect(defaultTimeouts.headersMs).toBeLessThanOrEqual(15_000);
  expect(defaultTimeouts.bodyMs).toBeLessThanOrEqual(30_000);
  expect(defaultTimeouts.keepAliveMs).toBeGreaterThan(60_000);
  expect(timeOptions().requestTimeout).toBeGreaterThan(0);
});
