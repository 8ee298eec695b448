import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';

/** The beginning of a page, an SVG or a script, anywhere in a file. */
const markup = /<(?:!doctype|html|head|body|script|iframe|svg|\?php)[\s>]/i;
/** Unzip programs look for the archive's end marker here, and PDF readers for a header in the first part. */
const zipEnd = Buffer.from('PK\u0005\u0006', 'latin1');
const zipTail = 65_557;
const pdfHead = 1024;

/**
 * Refuses a picture that is also something else: a page, an SVG, an archive or a document under another name. Stored
 * pictures are encoded again anyway, but the sender should know.
 * @throws AppError wrong_media_type
 */
export function assertPictureOnly(content: Buffer): void {
  const isMore =
    markup.test(content.toString('latin1')) ||
    content.subarray(-zipTail).includes(zipEnd) ||
    content.subarray(0, pdfHead).includes('%PDF-');
  if (isMore)
    throw new AppError('wrong_media_type', text('errors.thisFileContainsMoreThan'), {
      field: 'file',
    });
}

/** The same for a video, by its first and last bytes. The rest is too long to search. */
export function assertVideoOnly({ head, tail }: { head: Buffer; tail: Buffer }): void {
  const isMore = markup.test(head.toString('latin1')) || head.subarray(0, pdfHead).includes('%PDF-') || endsInZip(tail);
  if (isMore)
    throw new AppError('wrong_media_type', text('errors.thisFileContainsMoreThanVideo'), {
      field: 'file',
    });
}

/** The number of bytes that are checked at either end of a video. */
export const videoHead = 4096;
export const videoTail = zipTail;

/** The archive's end marker states the length of the comment after it, which must reach the last byte. */
function endsInZip(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(zipEnd); at >= 0; at = at > 0 ? tail.lastIndexOf(zipEnd, at - 1) : -1)
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  return false;
}
