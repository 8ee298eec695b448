import { fork } from 'node:child_process';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';
import type { VideoBytes, VideoMessage, VideoTask } from './video-process.ts';

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

/** How many files may wait for their turn. Each can take `maxSeconds`. */
const maxWaitingFiles = 6;

/** The file that is being read, and those that wait. */
let pendingFiles = 0;
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Reads one file at a time.
 * @throws AppError too_many if many files wait already
 */
async function hasPicture(file: File): Promise<boolean> {
  if (pendingFiles > maxWaitingFiles) throw new AppError('too_many', text('errors.videoCheckBusy'), { retryAfter: 10 });
  pendingFiles += 1;
  const turn = lastTurn.then(() => readInProcess(file));
  lastTurn = turn.catch(() => undefined).finally(() => (pendingFiles -= 1));
  return turn;
}

/**
 * mediabunny reads the file in a process with little memory and time, because a file can name billions of pictures in a few
 * bytes (`docs/dependencies.md`). A thread would not do: V8 ends the whole server if a thread needs much memory at once.
 */
async function readInProcess({ mime, bytes, read, maxSeconds }: File): Promise<boolean> {
  const child = fork(new URL('./video-process.ts', import.meta.url), {
    execArgv: ['--max-old-space-size=256'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  let timer: NodeJS.Timeout | undefined;
  let readBytes = 0;
  child.on('message', (message: VideoMessage) => {
    if ('hasPicture' in message) return resolve(message.hasPicture);
    timer ??= setTimeout(() => resolve(false), maxSeconds * 1000);
    const { id, from, to } = message;
    readBytes += to - from + 1;
    if (readBytes > maxReadBytes) return resolve(false);
    // The process may have ended while the bytes were read.
    const answer = (content: Buffer) => void child.send({ id, content } satisfies VideoBytes, () => undefined);
    read(from, to).then(answer, reject);
  });
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    if (readBytes > 0) resolve(false);
    else reject(new Error(`The process that reads videos ended with ${code ?? signal}`));
  });
  child.send({ mime, bytes } satisfies VideoTask, () => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

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
