import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';

/** Reads bytes `from` to `to`, the last one included. */
export type ReadBytes = (from: number, to: number) => Promise<Buffer>;

/**
 * Walks the container of a video from its first to its last byte, so that a file with only the first bytes of a video does
 * not pass. It must be made of the container's own parts and have a video track.
 * @throws AppError wrong_media_type
 */
export async function assertVideoStructure(mime: string, bytes: number, read: ReadBytes): Promise<void> {
  const part = { from: 0, to: bytes };
  const isVideo = mime === 'video/webm' ? await isWebm(read, part) : await isMp4(read, part);
  if (!isVideo) throw new AppError('wrong_media_type', text('errors.thisIsNotAPlayableVideo'), { field: 'file' });
}

/** A part of a file; `to` is the position after it. */
type Range = { from: number; to: number };
type Box = Range & { type: string };

const maxParts = 20_000;
const topBoxes = new Set('ftyp moov mdat free skip wide uuid moof mfra sidx styp ssix meta pdin emsg prft udta'.split(' '));

/** The boxes of an MP4 in a part of the file (ISO/IEC 14496-12). Null if they do not fill it. */
async function boxesOf(read: ReadBytes, { from, to }: Range): Promise<Box[] | null> {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    if (at + 8 > to || boxes.length >= maxParts) return null;
    const head = await read(at, Math.min(at + 16, to) - 1);
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) return null;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    const start = at + (short === 1 ? 16 : 8);
    if (at + size < start || at + size > to) return null;
    boxes.push({ type: head.toString('latin1', 4, 8), from: start, to: at + size });
    at += size;
  }
  return boxes;
}

async function isMp4(read: ReadBytes, file: Range): Promise<boolean> {
  const boxes = await boxesOf(read, file);
  const movie = boxes?.find(({ type }) => type === 'moov');
  if (!boxes || !movie || boxes[0]?.type !== 'ftyp' || boxes.some(({ type }) => !topBoxes.has(type))) return false;
  if (!boxes.some(({ type }) => type === 'mdat')) return false;
  for (const track of (await boxesOf(read, movie)) ?? []) {
    if (track.type !== 'trak') continue;
    const media = (await boxesOf(read, track))?.find(({ type }) => type === 'mdia');
    const handler = media && (await boxesOf(read, media))?.find(({ type }) => type === 'hdlr');
    if (
      handler &&
      handler.to - handler.from >= 12 &&
      (await read(handler.from + 8, handler.from + 11)).toString('latin1') === 'vide'
    )
      return true;
  }
  return false;
}

const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  cluster: 0x1f43b675,
  padding: 0xec,
};
const segmentParts = new Set([
  ids.tracks,
  ids.cluster,
  // Index, information, cues, attachments, chapters, tags and checksum.
  0x114d9b74,
  0x1549a966,
  0x1c53bb6b,
  0x1941a469,
  0x1043a770,
  0x1254c367,
  0xbf,
  ids.padding,
]);

type Element = Range & { id: number };

/** The length of a number by its first byte, as EBML writes it (RFC 8794). */
const lengthOf = (first: number) => Math.clz32(first) - 23;

/** The elements of a WebM in a part of the file. Null if they do not fill it. One of unknown length reaches to the end. */
async function elementsOf(read: ReadBytes, { from, to }: Range): Promise<Element[] | null> {
  const elements: Element[] = [];
  for (let at = from; at < to;) {
    if (elements.length >= maxParts) return null;
    const head = await read(at, Math.min(at + 12, to) - 1);
    const idLength = lengthOf(head[0] ?? 0);
    if (idLength > 4 || head.length <= idLength) return null;
    const sizeLength = lengthOf(head[idLength] ?? 0);
    const start = at + idLength + sizeLength;
    if (sizeLength > 8 || head.length < idLength + sizeLength) return null;
    const value = BigInt(`0x${head.subarray(idLength, idLength + sizeLength).toString('hex')}`);
    const largest = (1n << BigInt(7 * sizeLength)) - 1n;
    const size = value & largest;
    const end = size === largest ? to : start + Number(size);
    if (end > to) return null;
    elements.push({ id: head.readUIntBE(0, idLength), from: start, to: end });
    at = end;
  }
  return elements;
}

async function isWebm(read: ReadBytes, file: Range): Promise<boolean> {
  const top = await elementsOf(read, file);
  const [header, segment, ...after] = top ?? [];
  if (header?.id !== ids.header || segment?.id !== ids.segment || after.some(({ id }) => id !== ids.padding)) return false;
  const parts = await elementsOf(read, segment);
  const tracks = parts?.find(({ id }) => id === ids.tracks);
  if (!parts || !tracks || parts.some(({ id }) => !segmentParts.has(id)) || !parts.some(({ id }) => id === ids.cluster))
    return false;
  for (const track of (await elementsOf(read, tracks)) ?? []) {
    const type = (await elementsOf(read, track))?.find(({ id }) => id === ids.trackType);
    if (type && type.to > type.from && (await read(type.from, type.to - 1)).at(-1) === 1) return true;
  }
  return false;
}
