/** The characters of code page 1252 beyond Latin-1, which the PDF's built-in fonts can draw. */
const beyondLatin = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
const spelled: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', ı: 'i', '−': '-', '\u00a0': ' ' };

/**
 * Replaces what the PDF's built-in fonts cannot draw: letters lose their accents (`Łódź` becomes `Lódz`), and other
 * characters become a question mark.
 */
export function winAnsi(text: string): string {
  return Array.from(text.normalize('NFC'), drawable).join('');
}

function drawable(sign: string): string {
  const replacement = spelled[sign];
  if (replacement) return replacement;
  const code = sign.codePointAt(0) ?? 0;
  if (code === 9 || code === 10 || code === 13) return ' ';
  if ((code >= 32 && code < 127) || (code > 160 && code < 256) || beyondLatin.has(sign)) return sign;
  const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[ -~]+$/.test(plain) ? plain : '?';
}
