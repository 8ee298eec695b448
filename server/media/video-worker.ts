import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { CustomSource, EncodedPacketSink, Input, Logging, LogLevel, MP4, WEBM } from 'mediabunny';

export type VideoTask = { mime: string; bytes: number; port: MessagePort };
/** The thread's request for bytes `from` to `to`, the last one included. They are sent to `answer`. */
export type ReadRequest = { from: number; to: number; answer: MessagePort };

Logging.level = LogLevel.Silent;

/** Whether the file has a video track whose first picture can be read. */
export async function hasPicture({ mime, bytes, port }: VideoTask): Promise<boolean> {
  const source = new CustomSource({
    getSize: () => bytes,
    prefetchProfile: 'fileSystem',
    read: async (start, end) => {
      const { port1, port2 } = new MessageChannel();
      const request: ReadRequest = { from: start, to: end - 1, answer: port2 };
      port.postMessage(request, [port2]);
      const [content]: Uint8Array[] = await once(port1, 'message');
      port1.close();
      return content ?? new Uint8Array();
    },
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
    port.close();
  }
}
