import { open, rm, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';
import { mb, maxImageBytes, videoTypes } from '#shared/uploads.ts';

/**
 * The files that can be uploaded (`docs/product/jobs.md#job-media`), recognized by their first bytes. The type that a
 * browser claims is not trusted.
 */
export type FileKind = { mime: string; extension: string; kind: 'image' | 'video' };

const readAscii = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to);

export function detectKind(head: Buffer): FileKind | null {
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return { mime: 'image/png', extension: 'png', kind: 'image' };
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return { mime: 'image/jpeg', extension: 'jpg', kind: 'image' };
  if (/^GIF8[79]a/.test(readAscii(head, 0, 6))) return { mime: 'image/gif', extension: 'gif', kind: 'image' };
  if (readAscii(head, 0, 4) === 'RIFF' && readAscii(head, 8, 12) === 'WEBP')
    return { mime: 'image/webp', extension: 'webp', kind: 'image' };
  if (isFtyp(head) && mp4Brands.test(readAscii(head, 8, 12))) return { mime: 'video/mp4', extension: 'mp4', kind: 'video' };
  if (head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])) && head.includes('webm'))
    return { mime: 'video/webm', extension: 'webm', kind: 'video' };
  return null;
}

/** Brands of MP4 files: of the standard, of 3GPP and 3GPP2 phones, of streaming, and of Apple, Adobe, Sony and other cameras. */
const mp4Brands =
  /^(?:isom|iso[2-9a-c]|mp4[12]|mp71|avc[1-4]|hvc1|hev1|av01|dash|cmf[cf12]|piff|isml|MSNV|mmp4|M4V[ HP]|[Ff]4[Vv] |XAVC|3g[2egprs][0-9a-z]|kddi|NDS[CHMPSX]|ndsc|CAEP|niko|nvr1|caqv)/;

/** The first box of a video states its length. An HTML page that only contains the box's name does not pass. */
function isFtyp(head: Buffer): boolean {
  const length = head.length >= 12 ? head.readUInt32BE(0) : 0;
  return readAscii(head, 4, 8) === 'ftyp' && length >= 16 && length <= 1024 && length % 4 === 0;
}

/** Returns the kind that a client declares for an upload in parts, by type and name. The first part must match it. */
export function declaredKind(fileName: string, mime: string): FileKind | null {
  const mimeByName = mimeOf(
    fileName
      .toLowerCase()
      .replace(/\.jpeg$/, '.jpg')
      .replace(/\.(?:m4v|3gp|3g2)$/, '.mp4'),
  );
  const declaredMime = mime.toLowerCase().replace('image/jpg', 'image/jpeg');
  const type = /^(?:application\/octet-stream)?$/.test(mime) ? mimeByName : (videoTypes[declaredMime] ?? declaredMime);
  const extension = Object.entries(mimeByExtension).find(([, value]) => value === type)?.[0];
  if (!type || !extension || (mimeByName !== null && mimeByName !== type)) return null;
  const kind = type.startsWith('video/') ? 'video' : type.startsWith('image/') ? 'image' : null;
  return kind && { mime: type, extension, kind };
}

/** The media type of a stored file, by the extension that we gave it. */
export function mimeOf(name: string): string | null {
  return mimeByExtension[name.split('.').at(-1) ?? ''] ?? null;
}

const mimeByExtension: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
};

const headBytes = 64;

/**
 * Detects the kind of an upload by its first bytes.
 * @throws AppError too_large, wrong_media_type, or invalid when it is empty
 */
export async function detectUploadKind(upload: Upload, maxBytes: number): Promise<FileKind> {
  assertSize(upload, maxBytes, 'file');
  const kind = detectKind(await upload.head(headBytes));
  if (!kind) throw unknownKind(upload.mime);
  return kind;
}

/**
 * Reads a picture into memory, because it must be decoded there.
 * @throws AppError too_large, wrong_media_type, or invalid when it is empty
 */
export async function readImage(upload: Upload, maxBytes = maxImageBytes): Promise<{ content: Buffer; kind: FileKind }> {
  assertSize(upload, maxBytes, 'picture');
  const content = await readFile(upload.path);
  const kind = detectKind(content.subarray(0, headBytes));
  if (kind?.kind !== 'image') throw new AppError('wrong_media_type', text('errors.wrongImageType'), { field: 'file' });
  return { content, kind };
}

/** `mime` is the type that the sender gave. */
export function unknownKind(mime: string): AppError {
  const key = mime.startsWith('video/') ? 'uploads.videoTypeUnsupported' : 'errors.mediaTypeUnsupported';
  return new AppError('wrong_media_type', text(key), { field: 'file' });
}

export function assertSize({ bytes }: { bytes: number }, maxBytes: number, label: string): void {
  if (bytes > maxBytes)
    throw new AppError('too_large', text('errors.fileTooLarge', { what: label, megabytes: Math.floor(maxBytes / mb) }), {
      field: 'file',
    });
  if (bytes === 0) throw new AppError('invalid', text('errors.fileIsEmpty'), { field: 'file' });
}

/**
 * An upload from the REST facade: a file in the folder for incoming files. It is deleted after the call unless it was moved
 * into a store. It is a class, so that a JSON value cannot be mistaken for an upload.
 */
export class Upload {
  readonly fileName: string;
  /** The type that the client claims. */
  readonly mime: string;
  readonly path: string;
  readonly bytes: number;
  /** SHA-1 of the content, to tell parts apart. */
  readonly hash: string;

  constructor(file: { fileName: string; mime: string; path: string; bytes: number; hash: string }) {
    this.fileName = file.fileName;
    this.mime = file.mime;
    this.path = file.path;
    this.bytes = file.bytes;
    this.hash = file.hash;
  }

  /** The first bytes of the file. */
  async head(bytes: number): Promise<Buffer> {
    const file = await open(this.path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async discard(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

export const uploadSchema = z.custom<Upload>((value) => value instanceof Upload, 'errors.fileRequired');

/** Matches the start of a web page, an SVG or a script anywhere in a file. */
const markupPattern = /<(?:!doctype|html|head|body|script|iframe|svg|\?php)[\s>]/i;
/** Unzip programs look for this marker in the last bytes of a file. PDF readers look for their header in the first bytes. */
const zipEndMarker = Buffer.from('PK\u0005\u0006', 'latin1');
const maxZipTailBytes = 65_557;
const maxPdfHeaderBytes = 1024;

/**
 * Refuses a picture that is also something else: a page, an SVG, an archive or a document under another name. Stored
 * pictures are encoded again anyway, but the sender should know.
 * @throws AppError wrong_media_type
 */
export function assertPictureOnly(content: Buffer): void {
  const hasOtherContent =
    markupPattern.test(content.toString('latin1')) ||
    content.subarray(-maxZipTailBytes).includes(zipEndMarker) ||
    content.subarray(0, maxPdfHeaderBytes).includes('%PDF-');
  if (hasOtherContent)
    throw new AppError('wrong_media_type', text('errors.imageHasExtraData'), {
      field: 'file',
    });
}

/** Refuses a video that is also something else, by its first and last bytes. The rest is too long to search. */
export function assertVideoOnly({ head, tail }: { head: Buffer; tail: Buffer }): void {
  const hasOtherContent =
    markupPattern.test(head.toString('latin1')) || head.subarray(0, maxPdfHeaderBytes).includes('%PDF-') || endsInZip(tail);
  if (hasOtherContent)
    throw new AppError('wrong_media_type', text('errors.videoHasExtraData'), {
      field: 'file',
    });
}

/** The number of bytes that are checked at either end of a video. */
export const videoHeadBytes = 4096;
export const videoTailBytes = maxZipTailBytes;

/** The archive's end marker states the length of the comment after it, which must reach the last byte. */
function endsInZip(tail: Buffer): boolean {
  for (
    let position = tail.lastIndexOf(zipEndMarker);
    position >= 0;
    position = position > 0 ? tail.lastIndexOf(zipEndMarker, position - 1) : -1
  )
    if (position + 22 <= tail.length && position + 22 + tail.readUInt16LE(position + 20) === tail.length) return true;
  return false;
}
