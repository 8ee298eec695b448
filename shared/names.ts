/**
 * Rules for names and titles that we put into emails to other people (`docs/product/companies.md#names-in-emails`). Nobody may
 * send a link in our name, or write under a name that looks like ours.
 */
import * as z from 'zod/mini';
import { productName } from './brand.ts';
import { hasInvisible, removeAllInvisible } from './clean-text.ts';
import { isTopLevelDomain } from './top-level-domains.ts';

/** Signs that look like the dot of a web address, or that programs read as one. */
const dotPattern = /[\u0660\u06d4\u06f0\u0701\u0702\u3002\ua4f8\ua60e\u{10a50}\u{1d16d}]/gu;

/** The text as a reader sees it: without invisible characters, and with one way to write each letter and dot. */
const toSeen = (text: string): string => removeAllInvisible(text.normalize('NFKC')).replaceAll(dotPattern, '.');

/**
 * Words of ads and names that are top-level domains as well. They are words if they begin like a sentence after a single name
 * (`Home daily.No touch`), and part of an address otherwise (`evil.no`, `www.evil.No`, `Evil.No/x`).
 */
const sentenceWords = new Set(
  `at be best by day direct do drive express fast free in inc it llc ltd my new next no now one open pay plus run safe so
  team to work works you`.split(/\s+/),
);
const isSentenceWord = (word: string) => /^(?:\p{Lu}\p{Ll}+|LLC|INC|LTD)$/u.test(word) && sentenceWords.has(word.toLowerCase());

/** Abbreviations before a name without a space: `St.Cloud`, `Ft.Worth`, `Wm.Li`. */
const abbreviations = new Set(['St', 'Ste', 'Ft', 'Mt', 'Wm', 'Jr', 'Dr']);

/** Whether email programs turn `text`, which has no space, into a link, because a part of it is a top-level domain. */
function hasDomain(text: string, nextSign: string): boolean {
  const labels = text.split('.');
  return labels.some((label, index) => {
    const name = labels[index - 1];
    if (!name || name.endsWith('-')) return false;
    if (abbreviations.has(name) && /^\p{Lu}\p{Ll}/u.test(label)) return false;
    const word = label.startsWith('xn--') ? label : (/^[^_-]*/.exec(label)?.[0] ?? '');
    if (!isTopLevelDomain(word)) return false;
    const isAfterOneName = index === labels.findLastIndex(Boolean) && labels.slice(0, index - 1).every((one) => one.length === 1);
    return !(isSentenceWord(word) && isAfterOneName && !/[/:?#]/.test(nextSign));
  });
}

/** What email programs turn into a link: `https://…`, `www.…`, an email address, and a name with a top-level domain after a dot. */
function hasLink(text: string): boolean {
  if (/:\/\/|\bwww\.|[\p{L}\p{N}]@[\p{L}\p{N}-]+\.\p{L}{2}/iu.test(text)) return true;
  return [...text.matchAll(/[\p{L}\p{M}\p{N}_.-]+/gu)].some(
    ({ 0: part, index }) => part.includes('.') && hasDomain(part, text.charAt(index + part.length)),
  );
}

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

const withoutLinks = z.refine<string>((text) => !hasLink(toSeen(text)), 'errors.hasWebAddress');
const notReserved = z.refine<string>((text) => !looksLikeProduct(text), 'errors.nameReserved');

/** The rules for titles that appear in emails to other people. */
export const titleRules = [withoutLinks, notReserved] as const;

/** The rules for names of companies and people. */
export const nameRules = [
  z.refine<string>((text) => !hasInvisible(text), 'errors.hasControlCharacters'),
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
