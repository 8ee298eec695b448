import { once } from 'node:events';
import { CustomSource, EncodedPacketSink, Input, Logging, LogLevel, MP4, WEBM } from 'mediabunny';

/** The file to read. */
export type VideoTask = { mime: string; bytes: number };
/** The process asks for bytes `from` to `to`, the last one included, or tells whether the file has a picture. */
export type VideoMessage = { id: number; from: number; to: number } | { hasPicture: boolean };
/** The bytes that were asked for. */
export type VideoBytes = { id: number; content: Uint8Array };

Logging.level = LogLevel.Silent;

const send = (message: VideoMessage) => process.send?.(message);
// The server has ended.
process.on('disconnect', () => process.exit());

const answers = new Map<number, (content: Uint8Array) => void>();
let requests = 0;

function readBytes(from: number, to: number): Promise<Uint8Array> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  requests += 1;
  answers.set(requests, resolve);
  send({ id: requests, from, to });
  return promise;
}

/** Whether the file has a video track whose first picture can be read. */
async function hasPicture({ mime, bytes }: VideoTask): Promise<boolean> {
  const source = new CustomSource({
    getSize: () => bytes,
    prefetchProfile: 'fileSystem',
    read: (start, end) => readBytes(start, end - 1),
  });
  const input = new Input({ source, formats: [mime === 'video/webm' ? WEBM : MP4] });
  try {
    for (const track of await input.getVideoTracks()) if (await new EncodedPacketSink(track).getFirstPacket()) return true;
    return false;
  } catch {
    // The reader throws errors of many kinds at files that are damaged or made to harm it.
    return false;
  } finally {
    input.dispose();
  }
}

const [task]: VideoTask[] = await once(process, 'message');
process.on('message', ({ id, content }: VideoBytes) => {
  answers.get(id)?.(content);
  answers.delete(id);
});
if (task) send({ hasPicture: await hasPicture(task) });
