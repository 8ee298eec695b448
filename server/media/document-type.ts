import { detectKind } from './upload.ts';

/** A file that a person can attach to a message (`docs/product/messages.md#attachments`). */
export type DocumentType = {
  mime: string;
  /** The extensions that names of such files have. The first one is added to a name that has none of them. */
  extensions: readonly [string, ...string[]];
};

const pdf: DocumentType = { mime: 'application/pdf', extensions: ['pdf'] };
const heic: DocumentType = { mime: 'image/heic', extensions: ['heic', 'heif'] };
const doc: DocumentType = { mime: 'application/msword', extensions: ['doc'] };
const docx: DocumentType = {
  mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extensions: ['docx'],
};
const pictures: Readonly<Record<string, DocumentType>> = {
  'image/jpeg': { mime: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  'image/png': { mime: 'image/png', extensions: ['png'] },
  'image/webp': { mime: 'image/webp', extensions: ['webp'] },
};

const zipStart = Buffer.from('PK\u0003\u0004', 'latin1');
/** The first bytes of the files of older Office programs, in which the names of the parts are UTF-16. */
const officeStart = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const hasOfficePart = (content: Buffer, name: string) => content.includes(Buffer.from(name, 'utf16le'));

const heicBrands = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;
const headBytes = 64;

/**
 * Detects the type of a document by its content: a PDF, a picture or a Word document without macros. Null for every other file. The
 * name and the type that the sender gave are not trusted.
 */
export function detectDocument(content: Buffer): DocumentType | null {
  const head = content.subarray(0, headBytes);
  if (head.subarray(0, 5).equals(Buffer.from('%PDF-'))) return pdf;
  if (head.toString('latin1', 4, 8) === 'ftyp' && heicBrands.test(head.toString('latin1', 8, 12))) return heic;
  if (head.subarray(0, 4).equals(zipStart) && content.includes('word/document.xml'))
    return content.includes('vbaProject.bin') ? null : docx;
  if (head.subarray(0, 8).equals(officeStart) && hasOfficePart(content, 'WordDocument'))
    return hasOfficePart(content, '_VBA_PROJECT') ? null : doc;
  return pictures[detectKind(head)?.mime ?? ''] ?? null;
}
