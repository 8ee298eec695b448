import { describe, expect, test } from 'vitest';
import { AppError } from '#server/errors.ts';
import { readDocumentText } from '#server/media/document-text.ts';
import { makeDocx, makePdf, makeRawPdf, zipDocx } from '#tests/helpers/resume-files.ts';

const problemOf = (content: Buffer, maxSeconds?: number) =>
  readDocumentText(content, maxSeconds).then(
    (text) => text.slice(0, 100),
    (error: unknown) => (error instanceof AppError ? [error.code, error.publicText.key] : error),
  );

describe('the text of a document', () => {
  test('is read line by line from a PDF, also from columns', async () => {
    const columns = {
      columns: [
        ['left 1', 'left 2'],
        ['right 1', 'right 2'],
      ],
    };
    const pdf = await makePdf([], { content: ['Dana Ortiz – José Nuñez', columns] });
    const lines = (await readDocumentText(pdf)).split('\n').map((line) => line.trim());
    expect(lines.filter(Boolean)).toEqual(['Dana Ortiz – José Nuñez', 'left 1', 'left 2', 'right 1', 'right 2']);
  });

  test('is read from a DOCX', async () => {
    expect(await readDocumentText(makeDocx(['Dana Ortiz', 'Omaha']))).toBe('Dana Ortiz\nOmaha\n');
  });

  test('is read up to the twentieth page', async () => {
    const pages = Array.from({ length: 25 }, (_, n) => ({ text: `page number ${n + 1}`, pageBreak: 'after' as const }));
    const text = await readDocumentText(await makePdf([], { content: pages }));
    expect(text).toContain('page number 20');
    expect(text).not.toContain('page number 21');
  });
});

const ole = (part: string) =>
  Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.from(part, 'utf16le')]);

describe('what cannot be read is refused with the reason', () => {
  test.each<[string, Buffer | Promise<Buffer>, string[]]>([
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), ['wrong_media_type', 'uploads.documentTypeUnsupported']],
    ['three bytes', Buffer.from('abc'), ['wrong_media_type', 'uploads.documentTypeUnsupported']],
    ['an older Word document', ole('WordDocument'), ['wrong_media_type', 'uploads.documentTypeUnsupported']],
    ['a protected Word document', ole('EncryptedPackage'), ['invalid', 'uploads.documentProtected']],
    ['a protected PDF', makePdf(['Dana Ortiz'], { userPassword: 'secret' }), ['invalid', 'uploads.documentProtected']],
    [
      'a PDF without text',
      makePdf([], { content: [{ canvas: [{ type: 'rect', x: 0, y: 0, w: 9, h: 9 }] }] }),
      ['invalid', 'uploads.documentHasNoText'],
    ],
    ['a Word document without text', makeDocx([]), ['invalid', 'uploads.documentHasNoText']],
    ['the beginning of a PDF', Buffer.from('%PDF-1.7\nnothing'), ['invalid', 'uploads.documentDamaged']],
    ['the beginning of a DOCX', makeDocx(['Dana Ortiz']).subarray(0, 60), ['invalid', 'uploads.documentDamaged']],
    ['a DOCX that unpacks to much text', makeDocx(['a'.repeat(20_000_000)]), ['invalid', 'uploads.documentTooLong']],
    [
      'a DOCX with macros',
      zipDocx({ 'word/document.xml': '<w:t>a</w:t>', 'word/vbaProject.bin': 'x' }),
      ['wrong_media_type', 'uploads.documentTypeUnsupported'],
    ],
  ])('%s', async (_name, content, problem) => {
    expect(await problemOf(await content)).toEqual(problem);
  });

  test('a PDF that unpacks to gigabytes ends its own process, and the next file is read', async () => {
    const instructions = Buffer.from(`BT /F 9 Tf ${'(aaaaaaaaaaaaaaaa) Tj '.repeat(4_000_000)}`);
    expect(await problemOf(makeRawPdf(Buffer.concat([instructions, Buffer.alloc(900_000_000, ' ')])), 60)).toEqual([
      'invalid',
      'uploads.documentTooLong',
    ]);
    expect(await problemOf(makeDocx(['Dana Ortiz']))).toBe('Dana Ortiz\n');
  });

  test('a file that takes longer than it may is refused', async () => {
    const instructions = Buffer.from(`BT /F 9 Tf ${'(a) Tj '.repeat(3_000_000)}`);
    expect(await problemOf(makeRawPdf(instructions), 0.001)).toEqual(['invalid', 'uploads.documentTooLong']);
  });

  test('more files than may wait are refused until later', async () => {
    const files = Array.from({ length: 14 }, () => problemOf(makeDocx(['Dana Ortiz'])));
    const answers = await Promise.all(files);
    expect(answers.filter((answer) => answer === 'Dana Ortiz\n')).toHaveLength(12);
    expect(answers.filter((answer) => answer !== 'Dana Ortiz\n')).toEqual([
      ['too_many', 'uploads.documentsBusy'],
      ['too_many', 'uploads.documentsBusy'],
    ]);
  });
});
