import { once } from 'node:events';
import { connect } from 'node:net';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';

/** Scans files before they are accepted (`docs/operations.md#virus-scan`). */
export type VirusScanner = {
  /** @throws AppError wrong_media_type for a virus, unavailable when the scanner does not answer */
  assertClean: (content: AsyncIterable<Uint8Array | string>) => Promise<void>;
};

const timeoutMs = 60_000;
const maxAnswerLength = 4096;

/** Sends files to clamd with its INSTREAM command. The URL is like `tcp://host:3310` or `unix:/run/clamav/clamd.ctl`. */
export function openVirusScanner(url: string): VirusScanner {
  const { protocol, hostname, port, pathname } = new URL(url);
  const destination =
    protocol === 'unix:' ? { path: pathname } : { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 3310 };
  return {
    assertClean: async (content) => {
      const answer = await scan(destination, content).catch(() => '');
      if (answer.endsWith(' FOUND')) throw new AppError('wrong_media_type', text('errors.virusFound'), { field: 'file' });
      if (!answer.endsWith(': OK')) throw new AppError('unavailable', text('errors.virusScanUnavailable'), { retryAfter: 60 });
    },
  };
}

type Destination = { path: string } | { host: string; port: number };

async function scan(destination: Destination, content: AsyncIterable<Uint8Array | string>): Promise<string> {
  const socket = connect(destination);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The virus scanner does not answer')));
  let answer = '';
  socket.on('data', (part: Buffer) => {
    if (answer.length < maxAnswerLength) answer += part.toString('latin1');
  });
  const closeEvent = once(socket, 'close');
  // The scanner may close the connection early if the file is too large. Its answer then says so.
  const failure = new Promise<never>((_resolve, reject) => socket.once('error', reject));
  for (const promise of [failure, closeEvent]) promise.catch(() => undefined);
  try {
    await Promise.race([once(socket, 'connect'), failure]);
    socket.write('zINSTREAM\0');
    for await (const part of content) {
      const bytes = Buffer.from(part as Uint8Array);
      if (bytes.length === 0 || socket.destroyed) continue;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      socket.write(length);
      if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), closeEvent, failure]);
    }
    socket.write(Buffer.alloc(4));
    await Promise.race([closeEvent, failure]);
    return answer.replace(/\0.*$/s, '').trim();
  } finally {
    socket.destroy();
  }
}
