import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';
import type { ReadRequest, VideoTask } from './video-worker.ts';

/** Reads bytes `from` to `to`, the last one included. */
export type ByteReader = (from: number, to: number) => Promise<Buffer>;

type File = { mime: string; bytes: number; read: ByteReader; maxSeconds: number };

/**
 * Checks that a video is one from its first to its last byte, so that a file with only the first bytes of a video does not
 * pass. Parts of the container must fill the file, and the first picture of a video track must be in it.
 * @throws AppError wrong_media_type
 */
export async function assertVideoStructure(mime: string, bytes: number, read: ByteReader, maxSeconds = 10): Promise<void> {
  const isFilled = mime === 'video/webm' ? await isFilledByElements(read, bytes) : await isFilledByBoxes(read, bytes);
  if (!isFilled || !(await hasPicture({ mime, bytes, read, maxSeconds })))
    throw new AppError('wrong_media_type', text('errors.videoNotPlayable'), { field: 'file' });
}

/** Tables of contents and pictures are far smaller. They are read into memory whole. */
const maxReadBytes = 64 * 1024 * 1024;

/** How many files may wait for the thread. Each can take `maxSeconds`. */
const maxWaitingFiles = 6;

let pool: Piscina | undefined;

/**
 * mediabunny reads the file in a thread with little memory and time, because a file can name billions of pictures in a few
 * bytes (`docs/dependencies.md`). One file at a time. `minThreads` is 1 because Piscina replaces a thread that ended early only
 * up to that number. With 0, the files that wait would wait until the next upload.
 */
function openPool(): Piscina {
  if (pool) return pool;
  pool = new Piscina({
    filename: new URL('./video-worker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // A thread may run out of memory after its answer. It is replaced, and without a listener the process would end.
  pool.on('error', () => undefined);
  return pool;
}

/** @throws AppError too_many if many files wait already */
async function hasPicture({ mime, bytes, read, maxSeconds }: File): Promise<boolean> {
  const threads = openPool();
  if (threads.queueSize >= maxWaitingFiles) throw new AppError('too_many', text('errors.videoCheckBusy'), { retryAfter: 10 });
  const { port1: requests, port2: port } = new MessageChannel();
  const { promise: failedRead, reject } = Promise.withResolvers<never>();
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let readBytes = 0;
  requests.on('message', ({ from, to, answer }: ReadRequest) => {
    timer ??= setTimeout(() => stop.abort(), maxSeconds * 1000);
    readBytes += to - from + 1;
    if (readBytes > maxReadBytes) stop.abort();
    else read(from, to).then((content) => answer.postMessage(content), reject);
  });
  try {
    const task: VideoTask = { mime, bytes, port };
    return await Promise.race([failedRead, threads.run(task, { name: 'hasPicture', transferList: [port], signal: stop.signal })]);
  } catch (error) {
    if (stop.signal.aborted || isOutOfMemory(error)) return false;
    throw error;
  } finally {
    clearTimeout(timer);
    stop.abort();
    requests.close();
  }
}

const isOutOfMemory = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const maxParts = 20_000;
/** Phones and cameras add boxes of their own, such as `sefd` and `beam`. A type is four letters, digits or symbols. */
const boxType = /^[\x20-\x7e\xa9]{4}$/;

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);
const paddingSampleBytes = 64 * 1024;

/** Some cameras fill the rest of a file with zeros, which can be long. This reads its start and its end. */
async function isPadding(read: ByteReader, from: number, end: number): Promise<boolean> {
  const head = await read(from, Math.min(from + paddingSampleBytes, end) - 1);
  const tail = await read(Math.max(from, end - paddingSampleBytes), end - 1);
  return isZero(head) && isZero(tail);
}

/** Whether the boxes of an MP4 fill the file and one has pictures (ISO/IEC 14496-12). Zeros may follow the last one. */
async function isFilledByBoxes(read: ByteReader, end: number): Promise<boolean> {
  let hasPictures = false;
  let position = 0;
  for (let count = 0; position < end; count += 1) {
    const header = await read(position, Math.min(position + 16, end) - 1);
    if (isZero(header)) return hasPictures && (await isPadding(read, position, end));
    const type = header.toString('latin1', 4, 8);
    if (count >= maxParts || !boxType.test(type)) return false;
    hasPictures ||= type === 'mdat';
    const shortSize = header.readUInt32BE(0);
    if (shortSize === 0) return hasPictures;
    if (shortSize === 1 && header.length < 16) return false;
    const size = shortSize === 1 ? Number(header.readBigUInt64BE(8)) : shortSize;
    if (size < (shortSize === 1 ? 16 : 8)) return false;
    position += size;
  }
  return hasPictures && position === end;
}

const elementIds = { header: 0x1a45dfa3, segment: 0x18538067, padding: 0xec };

/** Returns how many bytes an EBML number has, which its first byte encodes (RFC 8794). */
const getNumberLength = (firstByte: number) => Math.clz32(firstByte) - 23;

/** Whether the header and the segment of a WebM fill the file. Padding may follow. An unknown length means the rest. */
async function isFilledByElements(read: ByteReader, end: number): Promise<boolean> {
  let position = 0;
  for (let count = 0; position < end; count += 1) {
    const header = await read(position, Math.min(position + 12, end) - 1);
    const idLength = getNumberLength(header[0] ?? 0);
    const sizeLength = getNumberLength(header[idLength] ?? 0);
    if (count >= maxParts || idLength > 4 || sizeLength > 8 || header.length < idLength + sizeLength) return false;
    const expectedId = count === 0 ? elementIds.header : count === 1 ? elementIds.segment : elementIds.padding;
    if (header.readUIntBE(0, idLength) !== expectedId) return false;
    const value = BigInt(`0x${header.subarray(idLength, idLength + sizeLength).toString('hex')}`);
    const maxValue = (1n << BigInt(7 * sizeLength)) - 1n;
    const size = value & maxValue;
    position = size === maxValue ? end : position + idLength + sizeLength + Number(size);
  }
  return position === end;
}
