import { AppError } from '#server/errors.ts';

/** What begins a page, a drawing or a program in markup, wherever in a file it stands. */
const markup = /<(?:!doctype|html|head|body|script|iframe|svg|\?php)[\s>]/i;
/** An unzipper looks for the end of the archive's list here; a PDF reader for its head in the first part. */
const zipEnd = Buffer.from('PK\u0005\u0006', 'latin1');
const zipTail = 65_557;
const pdfHead = 1024;

/**
 * Refuses a picture that is something else besides: a page, a drawing, an archive or a document that opens under another
 * name. What is stored is made anew from the pixels anyway; whoever sends such a file is told so.
 * @throws AppError wrong_media_type
 */
export function assertPictureOnly(content: Buffer): void {
  const isMore =
    markup.test(content.toString('latin1')) ||
    content.subarray(-zipTail).includes(zipEnd) ||
    content.subarray(0, pdfHead).includes('%PDF-');
  if (isMore)
    throw new AppError('wrong_media_type', 'This file contains more than an image. Save it as a new PNG or JPG and try again', {
      field: 'file',
    });
}

/** The same for a video, by its first bytes and its last: what lies between is too much to look for words in. */
export function assertVideoOnly({ head, tail }: { head: Buffer; tail: Buffer }): void {
  const isMore = markup.test(head.toString('latin1')) || head.subarray(0, pdfHead).includes('%PDF-') || endsInZip(tail);
  if (isMore)
    throw new AppError('wrong_media_type', 'This file contains more than a video. Save it as a new MP4 or WebM and try again', {
      field: 'file',
    });
}

/** Bytes at either end of a video that are looked at. */
export const videoHead = 4096;
export const videoTail = zipTail;

/** The end of an archive's list says how long the comment behind it is: down to the last byte. */
function endsInZip(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(zipEnd); at >= 0; at = at > 0 ? tail.lastIndexOf(zipEnd, at - 1) : -1)
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  return false;
}
