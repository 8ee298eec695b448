/** What the paper's font has a shape for: Latin with all its marks (Vietnamese too), Greek, Cyrillic, and the usual signs. */
const drawn =
  /[ -~\u00a0-\u017f\u018f\u0192\u01a0\u01a1\u01af\u01b0\u01f0\u01fa-\u01ff\u0218-\u021b\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u0482\u0488-\u0513\u1e00\u1e01\u1e3e\u1e3f\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2010\u2011\u2013-\u2015\u2017-\u201e\u2020-\u2022\u2025\u2026\u2030\u2032\u2033\u2039\u203a\u2044\u20a3\u20a4\u20a6-\u20ac\u20b1\u20b9\u20ba\u20bc\u20bd\u2105\u2113\u2116\u2122\u2126\u212e\u2202\u2206\u220f\u2211\u2212\u221a\u221e\u2248\u2260\u2264\u2265]/u;
/** Pictures, and what joins and colours them. */
const picture = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\p{Variation_Selector}|\u20e3/u;

/**
 * Text as the paper prints it. Pictures (emoji) are left out, since a name reads without them; a letter that the font lacks
 * loses its marks (`ǎ` becomes `a`), one of a script that it lacks becomes a question mark.
 */
export function printable(text: string): string {
  return Array.from(text.normalize('NFC').replace(/\s+/g, ' '), shape).join('').replace(/ {2,}/g, ' ').trim();
}

function shape(sign: string): string {
  if (drawn.test(sign)) return sign;
  if (picture.test(sign) || /\p{C}/u.test(sign)) return '';
  const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain !== '' && Array.from(plain).every((part) => drawn.test(part)) ? plain : '?';
}
