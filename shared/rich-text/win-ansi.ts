/** What the PDF's built-in fonts can draw beside Latin-1: the rest of code page 1252. */
const beyondLatin = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
const spelled: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', ı: 'i', '−': '-', '\u00a0': ' ' };

/**
 * Text as the PDF's built-in fonts draw it: letters that they lack lose their marks (`Łódź` becomes `Lódz`), signs that
 * have none become a question mark, so that nothing else is printed in their place.
 */
export function winAnsi(text: string): string {
  return Array.from(text.normalize('NFC'), drawable).join('');
}

function drawable(sign: string): string {
  const known = spelled[sign];
  if (known) return known;
  const code = sign.codePointAt(0) ?? 0;
  if (code === 9 || code === 10 || code === 13) return ' ';
  if ((code >= 32 && code < 127) || (code > 160 && code < 256) || beyondLatin.has(sign)) return sign;
  const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[ -~]+$/.test(plain) ? plain : '?';
}
