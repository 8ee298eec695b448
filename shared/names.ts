/**
 * Rules for names and titles that we put into emails to other people (`docs/product/companies.md#names-in-emails`). Nobody may
 * send a link in our name, or write under a name that looks like ours.
 */
import * as z from 'zod/mini';
import { productName } from './brand.ts';

/** Characters that are not shown, or that turn the direction of a text around. */
const invisiblePattern = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** The invisible characters of emoji: one that shows a sign or digit (`1️⃣`) as an emoji, and one between joined emoji (`👩🏽‍🚒`). */
const emojiJoiners =
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\d#*])\ufe0f(?=\u20e3)|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu;
const hasInvisible = (text: string) => text.replaceAll(emojiJoiners, '').search(invisiblePattern) !== -1;

/** Signs that look like the dot of a web address, or that programs read as one. */
const dotPattern = /[\u0660\u06d4\u06f0\u0701\u0702\u3002\ua4f8\ua60e\u{10a50}\u{1d16d}]/gu;

/** The text as a reader sees it: without invisible characters, and with one way to write each letter and dot. */
const toSeen = (text: string): string => text.normalize('NFKC').replaceAll(invisiblePattern, '').replaceAll(dotPattern, '.');

/** Abbreviations of names, with the dot and no space after it: `St.John`, `Wm.Henry`. */
const abbreviations = /(?<![\p{L}\p{M}\p{N}.@-])(?:st|wm)\.(?=\p{L}{3,}(?:$|[\s,;)]))/giu;

/** What email programs turn into a link: `https://…`, `www.…`, and a name with a domain after a dot. */
const linkPattern = /:\/\/|\bwww\.|[\p{L}\p{N}-]{2}\.\p{L}{2,}(?:$|[\s/:?#,;)])/iu;

/** Alphabets with letters that look like those of another one. */
const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Canadian_Aboriginal}/u,
];
const hasTwoAlphabets = (word: string) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1;

const splitWords = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}|]+/gu) ?? [];

/** Symbols such as `™` and the `µ` of units, which `normalize` would turn into letters of another alphabet. */
const symbols = /[\p{S}\u00b5]/gu;
const mixesAlphabets = (text: string) => splitWords(text.replaceAll(symbols, ' ').normalize('NFKC')).some(hasTwoAlphabets);

/**
 * Letters and digits that look like a letter of our name, in lowercase. Letters with accents are not listed, because their
 * accents are removed before.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑᴀꭺꓮᗅ',
  b: 'вьƅβʙƀᏼꮟꓐᗷᖯ',
  d: 'ԁᴅđɗꭰꮷꓓᗞᑯ',
  h: 'һнηʜԋհħꮋꮒꓧ',
  l: 'i1|ıӏіιɩʟłꮮꓡꓲᒪ',
  o: '0оοօᴏσøꭴꮎꓳ',
  r: 'гʀᴦꭱꮢꓣᖇ',
  u: 'υսʋᴜʊꮜꓴᑌ',
};
const letterByLookAlike = new Map(
  Object.entries(lookAlikes).flatMap(([letter, signs]) => Array.from(signs).map((sign) => [sign, letter])),
);

/** White letters on a filled circle or square, and the letters of flags. Each row has the whole alphabet. */
const drawnLetters = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const drawnAlphabets = [0x1f150, 0x1f170, 0x1f1e6];
function toDrawnLetter(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const first = drawnAlphabets.findLast((start) => start <= code) ?? code;
  return String.fromCharCode('a'.charCodeAt(0) + code - first);
}

/** The word as it looks at first sight. Words that look alike have the same one. */
const toSkeleton = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/./gsu, (sign) => letterByLookAlike.get(sign) ?? sign)
    .replaceAll('cl', 'd');

/** Words with other meanings, although they spell our name. */
const ordinaryWords = ['haul boarding', 'haul boardman'].map(toSkeleton).join('|');
/** Our name within a word, or spread over several words, such as the end of one and the start of the next. */
const reservedPattern = new RegExp(`(?!(?:${ordinaryWords})(?: |$))${Array.from(toSkeleton(productName)).join(' ?')}`);

/** Whether a part of the text looks like our name. */
export function looksLikeProduct(text: string): boolean {
  const words = splitWords(toSeen(text).replaceAll(drawnLetters, toDrawnLetter)).map(toSkeleton);
  return reservedPattern.test(words.filter(Boolean).join(' '));
}

const withoutLinks = z.refine<string>(
  (text) => !linkPattern.test(toSeen(text).replaceAll(abbreviations, '')),
  'errors.noWebAddress',
);
const notReserved = z.refine<string>((text) => !looksLikeProduct(text), 'errors.nameReserved');

/** The rules for titles that appear in emails to other people. */
export const titleRules = [withoutLinks, notReserved] as const;

/** The rules for names of companies and people. */
export const nameRules = [
  z.refine<string>((text) => !hasInvisible(text), 'errors.removeTheControlCharacters'),
  z.refine<string>((text) => !mixesAlphabets(text), 'errors.nameMixesAlphabets'),
  ...titleRules,
] as const;

type FullName = { firstName: string; lastName: string };

/** Whether the first and last name of a person, which emails show together, look like our name. */
export const isReservedPerson = ({ firstName, lastName }: FullName): boolean => looksLikeProduct(`${firstName} ${lastName}`);

/** The rule for a first and last name together. */
export const fullNameRule = z.refine<FullName>((person) => !isReservedPerson(person), {
  path: ['lastName'],
  error: 'errors.nameReserved',
});
