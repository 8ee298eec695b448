import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

type Options = {
  /** The server's URL. */
  target: string;
  /** In both directions together, as in a cell with little coverage. */
  bytesPerSecond: number;
  /** The share of lost segments, from 0 to 1. */
  loss: number;
  /** Each seed loses other segments. */
  seed: number;
};

/** Where a connection is cut: before the request reaches the server, or after it did and before its answer leaves. */
type Cut = 'request' | 'answer';

/** The bytes of a TCP segment. */
const segmentBytes = 1_448;
/** How long a sender waits before it sends a lost segment again. It doubles with each loss of the same segment. In milliseconds. */
const retransmissionMs = 250;

/** A generator of numbers from 0 to 1, which are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A slow network with losses between a browser and the server, as a proxy of TCP connections. All connections share its speed. A
 * lost segment delays what follows it in its connection.
 */
export async function startSlowNetwork({ target, bytesPerSecond, loss, seed }: Options) {
  const { hostname, port } = new URL(target);
  const random = createRandom(seed);
  const sockets = new Set<Socket>();
  let linkFreeAt = 0;
  let isDown = false;
  let cut: { path: string; at: Cut; done: () => void } | null = null;

  function goDown(): void {
    isDown = true;
    cut?.done();
    cut = null;
    for (const socket of sockets) socket.destroy();
  }

  /** When the segment arrives, in milliseconds since the start of the process. */
  function arrivalOf(bytes: number): number {
    linkFreeAt = Math.max(linkFreeAt, performance.now()) + (bytes / bytesPerSecond) * 1000;
    let arrival = linkFreeAt;
    for (let wait = retransmissionMs; random() < loss; wait *= 2) arrival += wait;
    return arrival;
  }

  function carry(from: Socket, to: Socket, accepts: (data: Buffer) => boolean): void {
    let lastArrival = 0;
    /** Timers of nearly the same time can end in another order, so each delivers what is next. */
    const onTheWay: Buffer[] = [];
    // What is on its way arrives before the end of the connection.
    from.on('close', () => setTimeout(() => to.end(), Math.max(0, lastArrival - performance.now()) + 5));
    from.on('data', (data) => {
      if (!accepts(data)) return goDown();
      from.pause();
      const parts = Array.from({ length: Math.ceil(data.length / segmentBytes) }, (_, index) =>
        data.subarray(index * segmentBytes, (index + 1) * segmentBytes),
      );
      for (const part of parts) {
        lastArrival = Math.max(lastArrival, arrivalOf(part.length));
        onTheWay.push(part);
        setTimeout(
          () => {
            const next = onTheWay.shift();
            if (next && !to.destroyed) to.write(next);
            if (onTheWay.length === 0) from.resume();
          },
          Math.max(0, lastArrival - performance.now()),
        );
      }
    });
  }

  const proxy = createServer((browser) => {
    if (isDown) return void browser.destroy();
    const server = connect(Number(port), hostname);
    for (const socket of [browser, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    let awaitsCutAnswer = false;
    carry(browser, server, (data) => {
      const isCut = cut !== null && data.subarray(0, data.indexOf('\r\n')).includes(cut.path);
      if (isCut && cut?.at === 'answer') awaitsCutAnswer = true;
      return !(isCut && cut?.at === 'request');
    });
    carry(server, browser, () => !awaitsCutAnswer);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url,
    /** Ends all connections at the next request to this path, and refuses new ones. The returned promise resolves then. */
    cutAt: (path: string, at: Cut): Promise<void> => new Promise((done) => (cut = { path, at, done })),
    /** Accepts connections again. */
    restore: (): void => void (isDown = false),
    close: async (): Promise<void> => {
      goDown();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
