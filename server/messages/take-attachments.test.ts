import { expect, test } from 'vitest';
import { cleanFileName } from './take-attachments.ts';

test.each([
  ['CDL copy.pdf', ['pdf'], 'CDL copy.pdf'],
  ['IMG_0001.JPEG', ['jpg', 'jpeg'], 'IMG_0001.JPEG'],
  ['../../etc/passwd', ['pdf'], 'passwd.pdf'],
  ['C:\\scans\\card.pdf', ['pdf'], 'card.pdf'],
  ['card.exe', ['pdf'], 'card.exe.pdf'],
  ['card\u202Efdp.exe', [], 'cardfdp.exe'],
  ['a\u0000b\r\nc.pdf', ['pdf'], 'ab c.pdf'],
  ['<b>"x"|?*.pdf', ['pdf'], '_b__x____.pdf'],
  ['', ['pdf'], 'file.pdf'],
  ['...', [], 'file'],
  ['licencia de conducir – José.pdf', ['pdf'], 'licencia de conducir – José.pdf'],
])('%j becomes a name that is safe on every system', (name, extensions, expected) => {
  expect(cleanFileName(name, extensions)).toBe(expected);
});

test('a long name is cut and keeps its extension', () => {
  const name = cleanFileName(`${'ñ'.repeat(500)}.pdf`, ['pdf']);
  expect(name).toBe(`${'ñ'.repeat(100)}.pdf`);
});
