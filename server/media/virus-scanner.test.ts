import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openVirusScanner } from './virus-scanner.ts';

/** A server that speaks clamd's INSTREAM as its manual describes it, and finds the EICAR test file. */
let server: Server;
afterEach(() => void server.close());

type Scan = { maxBytes?: number };

async function startScanner({ maxBytes = 1e9 }: Scan = {}): Promise<string> {
  server = createServer((socket) => void serve(socket, maxBytes).catch(() => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serve(socket: Socket, maxBytes: number): Promise<void> {
  let rest = Buffer.alloc(0);
  const content: Buffer[] = [];
  let hasCommand = false;
  for await (const part of socket) {
    rest = Buffer.concat([rest, part as Buffer]);
    if (!hasCommand) {
      const end = rest.indexOf(0);
      if (end < 0) continue;
      expect(rest.subarray(0, end).toString()).toBe('zINSTREAM');
      hasCommand = true;
      rest = rest.subarray(end + 1);
    }
    while (rest.length >= 4) {
      const length = rest.readUInt32BE(0);
      if (length === 0) {
        const hasVirus = Buffer.concat(content).includes('EICAR-STANDARD-ANTIVIRUS-TEST-FILE');
        return void socket.end(hasVirus ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
      }
      if (rest.length < 4 + length) break;
      content.push(rest.subarray(4, 4 + length));
      rest = rest.subarray(4 + length);
      if (content.reduce((sum, { length: bytes }) => sum + bytes, 0) > maxBytes)
        return void socket.end('INSTREAM size limit exceeded. ERROR\0');
    }
  }
}

async function* streamParts(...texts: (string | Buffer)[]) {
  yield* texts;
}

test('a clean file passes, in any number of parts', async () => {
  const scanner = openVirusScanner(await startScanner());
  await expect(scanner.assertClean(streamParts(Buffer.alloc(300_000, 1), '', 'end'))).resolves.toBeUndefined();
});

test('a virus is refused, also across two parts', async () => {
  const scanner = openVirusScanner(await startScanner());
  const virus = streamParts('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*');
  await expect(scanner.assertClean(virus)).rejects.toMatchObject({
    code: 'wrong_media_type',
    text: { key: 'errors.virusFound' },
  });
});

test('an unavailable scanner, or one that rejects the size, rejects the file', async () => {
  const url = await startScanner({ maxBytes: 10 });
  const unavailable = { code: 'unavailable', retryAfter: 60 };
  await expect(openVirusScanner(url).assertClean(streamParts('more than ten bytes', 'and more'))).rejects.toMatchObject(
    unavailable,
  );
  await new Promise((resolve) => server.close(resolve));
  await expect(openVirusScanner(url).assertClean(streamParts('x'))).rejects.toMatchObject(unavailable);
  await expect(openVirusScanner('unix:/nowhere/clamd.ctl').assertClean(streamParts('x'))).rejects.toMatchObject(unavailable);
});
