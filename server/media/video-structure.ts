import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';

/** Reads bytes `from` to `to`, the last one included. */
export type ByteReader = (from: number, to: number) => Promise<Buffer>;

/**
 * Walks the container of a video from its first to its last byte, so that a file with only the first bytes of a video does
 * not pass. It must be made of the container's own parts and have a video track.
 * @throws AppError wrong_media_type
 */
export async function assertVideoStructure(mime: string, bytes: number, read: ByteReader): Promise<void> {
  const wholeFile = { from: 0, to: bytes };
  const isVideo = mime === 'video/webm' ? await isWebm(read, wholeFile) : await isMp4(read, wholeFile);
  if (!isVideo) throw new AppError('wrong_media_type', text('errors.videoNotPlayable'), { field: 'file' });
}

/** A part of a file; `to` is the position after it. */
type Range = { from: number; to: number };
type Box = Range & { type: string };

const maxParts = 20_000;
/** Phones and cameras add boxes of their own, such as `sefd` and `beam`. A type is four letters, digits or symbols. */
const boxType = /^[\x20-\x7e\xa9]{4}$/;

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);
const paddingSampleBytes = 64 * 1024;

/** Some cameras fill the rest of a file with zeros, which can be long. This reads its start and its end. */
async function isPadding(read: ByteReader, { from, to }: Range): Promise<boolean> {
  const start = await read(from, Math.min(from + paddingSampleBytes, to) - 1);
  const end = await read(Math.max(from, to - paddingSampleBytes), to - 1);
  return isZero(start) && isZero(end);
}

/**
 * Reads the boxes of an MP4 in a part of the file (ISO/IEC 14496-12). Returns null if they do not fill it. Zeros may follow the
 * last one.
 */
async function readBoxes(read: ByteReader, { from, to }: Range): Promise<Box[] | null> {
  const boxes: Box[] = [];
  for (let position = from; position < to;) {
    const header = await read(position, Math.min(position + 16, to) - 1);
    if (isZero(header)) return (await isPadding(read, { from: position, to })) ? boxes : null;
    if (header.length < 8 || boxes.length >= maxParts) return null;
    const shortSize = header.readUInt32BE(0);
    if (shortSize === 1 && header.length < 16) return null;
    const size = shortSize === 1 ? Number(header.readBigUInt64BE(8)) : shortSize === 0 ? to - position : shortSize;
    const contentStart = position + (shortSize === 1 ? 16 : 8);
    if (position + size < contentStart || position + size > to) return null;
    boxes.push({ type: header.toString('latin1', 4, 8), from: contentStart, to: position + size });
    position += size;
  }
  return boxes;
}

async function isMp4(read: ByteReader, file: Range): Promise<boolean> {
  const boxes = await readBoxes(read, file);
  const movie = boxes?.find(({ type }) => type === 'moov');
  if (!boxes || !movie || boxes[0]?.type !== 'ftyp' || boxes.some(({ type }) => !boxType.test(type))) return false;
  if (!boxes.some(({ type }) => type === 'mdat')) return false;
  for (const track of (await readBoxes(read, movie)) ?? []) {
    if (track.type !== 'trak') continue;
    const media = (await readBoxes(read, track))?.find(({ type }) => type === 'mdia');
    const handler = media && (await readBoxes(read, media))?.find(({ type }) => type === 'hdlr');
    if (
      handler &&
      handler.to - handler.from >= 12 &&
      (await read(handler.from + 8, handler.from + 11)).toString('latin1') === 'vide'
    )
      return true;
  }
  return false;
}

const elementIds = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  cluster: 0x1f43b675,
  padding: 0xec,
};
const segmentElementIds = new Set([
  elementIds.tracks,
  elementIds.cluster,
  // SeekHead, Info, Cues, Attachments, Chapters, Tags and CRC-32.
  0x114d9b74,
  0x1549a966,
  0x1c53bb6b,
  0x1941a469,
  0x1043a770,
  0x1254c367,
  0xbf,
  elementIds.padding,
]);

type WebmElement = Range & { id: number };

/** Returns how many bytes an EBML number has, which its first byte encodes (RFC 8794). */
const getNumberLength = (firstByte: number) => Math.clz32(firstByte) - 23;

/** Reads the elements of a WebM in a part of the file. Returns null if they do not fill it. Unknown lengths mean the rest. */
async function readElements(read: ByteReader, { from, to }: Range): Promise<WebmElement[] | null> {
  const elements: WebmElement[] = [];
  for (let position = from; position < to;) {
    if (elements.length >= maxParts) return null;
    const header = await read(position, Math.min(position + 12, to) - 1);
    const idLength = getNumberLength(header[0] ?? 0);
    if (idLength > 4 || header.length <= idLength) return null;
    const sizeLength = getNumberLength(header[idLength] ?? 0);
    const contentStart = position + idLength + sizeLength;
    if (sizeLength > 8 || header.length < idLength + sizeLength) return null;
    const value = BigInt(`0x${header.subarray(idLength, idLength + sizeLength).toString('hex')}`);
    const maxValue = (1n << BigInt(7 * sizeLength)) - 1n;
    const size = value & maxValue;
    const end = size === maxValue ? to : contentStart + Number(size);
    if (end > to) return null;
    elements.push({ id: header.readUIntBE(0, idLength), from: contentStart, to: end });
    position = end;
  }
  return elements;
}

async function isWebm(read: ByteReader, file: Range): Promise<boolean> {
  const topElements = await readElements(read, file);
  const [header, segment, ...trailingElements] = topElements ?? [];
  if (
    header?.id !== elementIds.header ||
    segment?.id !== elementIds.segment ||
    trailingElements.some(({ id }) => id !== elementIds.padding)
  )
    return false;
  const segmentElements = await readElements(read, segment);
  const tracks = segmentElements?.find(({ id }) => id === elementIds.tracks);
  if (
    !segmentElements ||
    !tracks ||
    segmentElements.some(({ id }) => !segmentElementIds.has(id)) ||
    !segmentElements.some(({ id }) => id === elementIds.cluster)
  )
    return false;
  for (const track of (await readElements(read, tracks)) ?? []) {
    const typeElement = (await readElements(read, track))?.find(({ id }) => id === elementIds.trackType);
    if (typeElement && typeElement.to > typeElement.from && (await read(typeElement.from, typeElement.to - 1)).at(-1) === 1)
      return true;
  }
  return false;
}
