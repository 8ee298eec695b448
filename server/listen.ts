import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';

/**
 * Connections that the system queues until Node accepts them. The default of 511 overflows under a burst, and dropped
 * clients retry only after seconds. The system has its own limit too (`net.core.somaxconn`).
 */
const backlog = 4096;

/**
 * Node accepts one connection per socket in each turn of its event loop. Turns are long under load, so a burst of direct
 * connections would wait longer for one socket than for the answer.
 */
const listenerCount = 8;
const idleEveryMs = 100;

type Address = { port: number; host: string };
/** Resolves when all open connections have been answered, after the app has closed. */
type ShutdownHook = () => Promise<void>;

/**
 * Listens once and stops, to find an unusable address before the database is opened. Sockets that share a port would not
 * report that another process listens there.
 * @throws Error EADDRINUSE when another process listens there; another code when this machine does not have the address
 */
export async function checkAddress({ port, host }: Address): Promise<void> {
  await close(await open({ port, host }));
}

/** Listens until the app closes. @throws Error as {@link checkAddress} */
export async function listen(app: FastifyInstance, { port, host }: Address): Promise<ShutdownHook> {
  await checkAddress({ port, host });
  const more: Server[] = [];
  const closed: Promise<unknown>[] = [];
  app.addHook('preClose', async () => {
    // Each connection belongs to the socket that accepted it. Connections that become idle from now on must be closed here.
    const ending = setInterval(() => app.server.closeIdleConnections(), idleEveryMs);
    closed.push(once(app.server, 'close'), ...more.map(close));
    void Promise.all(closed).finally(() => clearInterval(ending));
  });
  const leaving: ShutdownHook = async () => void (await Promise.all(closed));
  if (!(await isShareable({ port, host }))) {
    await app.listen({ port, host, backlog });
    return leaving;
  }
  const options: FastifyListenOptions & ListenOptions = { port, host, backlog, reusePort: true };
  await app.listen(options);
  const own = app.server.address();
  const isNamed = own !== null && typeof own !== 'string';
  while (isNamed && more.length < listenerCount - 1) {
    const listener = createServer({ noDelay: true }, (socket) => app.server.emit('connection', socket));
    more.push(await open({ port: own.port, host: own.address, backlog, reusePort: true }, listener));
  }
  return leaving;
}

/** Not every system and address lets several sockets share a port. */
async function isShareable(address: Address): Promise<boolean> {
  const options = { ...address, reusePort: true };
  try {
    const first = await open(options);
    const bound = first.address();
    const second = bound && typeof bound !== 'string' ? await open({ ...options, port: bound.port, host: bound.address }) : null;
    await Promise.all([first, ...(second ? [second] : [])].map(close));
    return second !== null;
  } catch {
    return false;
  }
}

async function open(options: ListenOptions, server = createServer()): Promise<Server> {
  server.listen(options);
  await once(server, 'listening');
  return server;
}

const close = (server: Server) => new Promise((closed) => server.close(closed));
