import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';

/**
 * Connections that the system queues until Node accepts them. The default of 511 overflows under a burst, and dropped
 * clients retry only after seconds. The system has its own limit too (`net.core.somaxconn`).
 */
const backlog = 4096;

/**
 * The number of sockets that share the port. Node accepts one connection per socket in each turn of its event loop. Turns are
 * long under load, so with one socket a burst of direct connections would wait longer to be accepted than to be answered.
 */
const listenerCount = 8;
const closeIdleEveryMs = 100;

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
  const extraServers: Server[] = [];
  const closePromises: Promise<unknown>[] = [];
  app.addHook('preClose', async () => {
    // Fastify closes only connections that are idle now. Connections that become idle later have to be closed here.
    const idleTimer = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs);
    closePromises.push(once(app.server, 'close'), ...extraServers.map(close));
    void Promise.all(closePromises).finally(() => clearInterval(idleTimer));
  });
  const waitUntilClosed: ShutdownHook = async () => void (await Promise.all(closePromises));
  if (!(await isShareable({ port, host }))) {
    await app.listen({ port, host, backlog });
    return waitUntilClosed;
  }
  const options: FastifyListenOptions & ListenOptions = { port, host, backlog, reusePort: true };
  await app.listen(options);
  const boundAddress = app.server.address();
  const hasPort = boundAddress !== null && typeof boundAddress !== 'string';
  while (hasPort && extraServers.length < listenerCount - 1) {
    const listener = createServer({ noDelay: true }, (socket) => app.server.emit('connection', socket));
    extraServers.push(await open({ port: boundAddress.port, host: boundAddress.address, backlog, reusePort: true }, listener));
  }
  return waitUntilClosed;
}

/** Whether several sockets can share the port, which not every system and address supports. */
async function isShareable(address: Address): Promise<boolean> {
  const options = { ...address, reusePort: true };
  try {
    const first = await open(options);
    const boundAddress = first.address();
    const second =
      boundAddress && typeof boundAddress !== 'string'
        ? await open({ ...options, port: boundAddress.port, host: boundAddress.address })
        : null;
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

const close = (server: Server) => new Promise((resolve) => server.close(resolve));
