import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { listen } from './listen.ts';

const host = '127.0.0.1';
const openApps: FastifyInstance[] = [];
afterEach(async () => void (await Promise.all(openApps.splice(0).map((app) => app.close()))));

function createApp(word: string): FastifyInstance {
  const app = Fastify();
  app.get('/', async () => word);
  openApps.push(app);
  return app;
}
function portOf({ server }: FastifyInstance): number {
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('It listens nowhere');
  return address.port;
}

it('answers a crowd, each on a connection of their own', async () => {
  const app = createApp('here');
  await listen(app, { port: 0, host });
  const sendRequest = async () => {
    const answer = await fetch(`http://${host}:${portOf(app)}/`, { headers: { connection: 'close' } });
    return answer.text();
  };
  expect(new Set(await Promise.all(Array.from({ length: 200 }, sendRequest)))).toEqual(new Set(['here']));
});

it('answers all open requests before it closes, on every socket', async () => {
  const app = Fastify();
  openApps.push(app);
  const answer = Promise.withResolvers<string>();
  let requestCount = 0;
  app.get('/', async () => {
    requestCount += 1;
    return answer.promise;
  });
  const waitUntilClosed = await listen(app, { port: 0, host });
  const address = `http://${host}:${portOf(app)}/`;
  const requests = Array.from({ length: 40 }, async () => (await fetch(address)).text());
  await expect.poll(() => requestCount).toBe(40);
  const closing = app.close().then(waitUntilClosed);
  let isClosed = false;
  void closing.then(() => (isClosed = true));
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  answer.resolve('done');
  expect(new Set(await Promise.all(requests))).toEqual(new Set(['done']));
  await closing;
});

it('reports that the port is in use, and frees it when it is closed', async () => {
  const app = createApp('first');
  await listen(app, { port: 0, host });
  const port = portOf(app);
  await expect(listen(createApp('second'), { port, host })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await app.close();
  const refusedSocket = connect(port, host);
  const [error] = (await once(refusedSocket, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
  const next = createApp('next');
  await listen(next, { port, host });
  expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('next');
});
