import { endorsements, homeTimes, jobTypes, requiredExperiences } from '#shared/catalogues.ts';
import { editDistance, maxErrors } from '#shared/edit-distance.ts';
import { foldText } from '#shared/fold-text.ts';
import { usStates } from '#shared/places/states.ts';
import { languages, type Text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { commonWords, findSynonym, isSpanish, spanishStopWords, stopWords, tradeWords } from './synonyms.ts';
import type { Facet } from './trade-terms.ts';
import { singular, wordForms } from './word-forms.ts';

/** A search with more terms finds nothing. */
const maxWords = 16;
/** Each term is compared with every job that has one of them. */
const maxSomeTerms = 6;
/** The maximum number of words in a phrase that is looked up as a whole. */
const maxPhraseWords = 5;
const maxWordLength = 60;

/** Matches no job, because no document contains this word. */
const nothingTerm = quote('#nothing');

/**
 * The words of a text as the search documents contain them: lowercase, without accents, letters and digits only. A CDL
 * class is one word (`CDL-A` and `Class A` contain `cdla`). The SQL function `search_words` does the same for documents.
 */
export function toSearchWords(text: string): string[] {
  return foldText(text)
    .replace(/\b(cdl|class)[ -]([abc])\b/g, '$1 cdl$2')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.slice(0, maxWordLength));
}

/** The word that a search document contains for a property of its job, such as `#nationwide`. */
export const toFacetTerm = (name: Facet | `city:${string}` | `zip:${string}` | 'boosted' | 'nationwide' | 'promoted'): string =>
  quote(`#${name}`);

/** Requires all of the expressions. Null if there is none. */
export const joinWithAnd = (parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(' & ') || null;

/** Requires at least one of the expressions. */
export const joinWithOr = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? nothingTerm) : `(${parts.join(' | ')})`;

/** Matches a license class, such as `Class A` and `CDL-A`. A search treats it as the single word `cdla`. */
const licenseClassPattern = /\b(?:cdl|class)[ -]([abc])\b/gi;

/**
 * How the words of a search match those of a job: each one in one of its forms, each one as the beginning of a word, or only some
 * of them.
 */
export type WordMatch = 'all' | 'beginnings' | 'some';

/** A word or phrase of a search as a `tsquery`. A term of the trade says more about a job than another word. */
export type Term = { expression: string; weight: 1 | 2 };

/**
 * The words of a search as `tsquery` expressions. Both must match. Null if there are no such words. For {@link WordMatch} `some`,
 * the jobs whose matching `terms` have the highest sum of weights are the best.
 */
type WordsExpressions = { common: string | null; others: string | null; terms: readonly Term[] };

/**
 * The words of a search as PostgreSQL `tsquery` expressions (`docs/product/jobs.md#public-search`). Each word or phrase must
 * match as a word, as a synonym, or as a property of the job.
 */
export function wordsExpressions(text: string, match: WordMatch = 'all'): WordsExpressions {
  const nothing = { common: null, others: nothingTerm, terms: [] };
  const textWords = toSearchWords(text.replace(licenseClassPattern, 'cdl$1'));
  if (textWords.length === 0) return text.trim() ? nothing : { common: null, others: null, terms: [] };
  const isStopWord = isSpanish(textWords)
    ? (word: string) => stopWords.has(word) || spanishStopWords.has(word)
    : isEnglishStopWord;
  const phrases = splitIntoPhrases(textWords);
  const isCommon = (phrase: readonly string[]) => phrase.length === 1 && commonWords.has(phrase[0] ?? '');
  const acceptsBeginnings = match === 'beginnings';
  const termsOf = (list: readonly string[][]): Term[] => {
    const terms = list.flatMap((phrase) => searchTerm(phrase, { isStopWord, acceptsBeginnings }) ?? []);
    return [...new Map(terms.map((term) => [term.expression, term])).values()];
  };
  const toExpressions = (terms: readonly Term[]) => terms.map(({ expression }) => expression);
  const common = termsOf(phrases.filter(isCommon));
  const terms = termsOf(phrases.filter((phrase) => !isCommon(phrase)));
  if (common.length + terms.length > maxWords) return nothing;
  if (match === 'some' && terms.length > 0) {
    const best = terms.toSorted((a, b) => b.weight - a.weight).slice(0, maxSomeTerms);
    return { common: null, others: joinWithOr(toExpressions(best)), terms: best };
  }
  return { common: joinWithAnd(toExpressions(common)), others: joinWithAnd(toExpressions(terms)), terms };
}

/** Splits the words into known phrases, such as `dump truck`, and single words. */
function splitIntoPhrases(words: readonly string[]): string[][] {
  const phrases: string[][] = [];
  for (let index = 0; index < words.length; index += phrases.at(-1)?.length ?? 1)
    phrases.push(words.slice(index, index + phraseLength(words, index)));
  return phrases;
}

/** Whether a text has only terms of the trade and words that say nothing about a job: `reefer jobs`, but not `Motor Freight`. */
export const hasOnlyTradeTerms = (text: string): boolean =>
  splitIntoPhrases(toSearchWords(text)).every((phrase) => {
    const [word = ''] = phrase;
    return facetsOf(phrase).isKnown || isEnglishStopWord(word) || commonWords.has(word) || /^\d+$/.test(word);
  });

function phraseLength(words: readonly string[], index: number): number {
  for (let size = Math.min(maxPhraseWords, words.length - index); size > 1; size -= 1)
    if (facetsOf(words.slice(index, index + size)).isKnown) return size;
  return 1;
}

const isEnglishStopWord = (word: string) => stopWords.has(word);

type FacetMatch = { isKnown: boolean; isIgnored: boolean; phrases: readonly string[]; facets: readonly Facet[] };

function facetsOf(words: readonly string[]): FacetMatch {
  const phrase = words.join(' ');
  const synonym = findSynonym(phrase) ?? findSynonym(singular(phrase));
  const state = statesByName.get(phrase);
  return {
    isKnown: synonym !== undefined || state !== undefined,
    isIgnored: synonym?.isIgnored ?? false,
    phrases: synonym?.phrases ?? [],
    facets: [...(synonym?.facets ?? []), ...(state ? [`state:${state}` as const] : [])],
  };
}

const statesByName = new Map(
  Object.entries(usStates).flatMap(([code, name]) => [
    [toSearchWords(name).join(' '), code] as const,
    [code.toLowerCase(), code] as const,
  ]),
);

type TermOptions = { isStopWord: (word: string) => boolean; acceptsBeginnings: boolean };

function searchTerm(words: readonly string[], { isStopWord, acceptsBeginnings }: TermOptions): Term | null {
  const [word = ''] = words;
  if (words.length === 1 && isStopWord(word)) return null;
  const { isKnown, isIgnored, phrases, facets } = facetsOf(words);
  if (isIgnored) return null;
  const labeledFacets = words.length === 1 ? facetsByLabel(word, acceptsBeginnings) : [];
  const wordTerm = acceptsBeginnings ? prefixTerm : anyFormTerm;
  const texts = isKnown ? [words, ...phrases.map((phrase) => phrase.split(' '))].map(phraseOfWholeWords) : [wordTerm(word)];
  const expression = joinWithOr([...new Set([...texts, ...[...facets, ...labeledFacets].map(toFacetTerm)])]);
  return { expression, weight: isKnown || labeledFacets.length > 0 ? 2 : 1 };
}

/** Requires every word of a known phrase except stop words. */
function phraseOfWholeWords(words: readonly string[]): string {
  const parts = words.filter((word) => words.length === 1 || !stopWords.has(word)).map(wholeWordTerm);
  return parts.length === 1 ? (parts[0] ?? nothingTerm) : `(${parts.join(' & ')})`;
}

/**
 * Matches a word and its plural, so that `bus` does not find `business`. PostgreSQL looks up a whole word several times as fast
 * as the beginning of one.
 */
const wholeWordTerm = (word: string) => joinWithOr([quote(singular(word)), quote(`${singular(word)}s`)]);

/** Matches a word in each of its forms. */
const anyFormTerm = (word: string) => joinWithOr(wordForms(word).map(quote));

/** Short words must match completely, because as prefixes they would match nearly every document. */
const prefixTerm = (word: string) => (word.length < 3 ? quote(word) : `${quote(singular(word))}:*`);

const minLabelWordLength = 3;

/** Properties whose label contains this word or, on request, one that begins with it. For example, `livestock` finds a job type. */
function facetsByLabel(word: string, acceptsBeginnings: boolean): Facet[] {
  if (word.length < minLabelWordLength) return [];
  const forms = wordForms(word);
  const isMeant = (part: string) => forms.includes(part) || (acceptsBeginnings && part.startsWith(singular(word)));
  const labelMatches = ({ label }: { label: Text }) => wordsOfLabel(label).some(isMeant);
  return [
    ...jobTypes.filter(labelMatches).map(({ code }) => `type:${code}` as const),
    ...endorsements.filter(labelMatches).map(({ code }) => `endorsement:${code}` as const),
    ...homeTimes.filter((entry) => entry.code !== 'O' && labelMatches(entry)).map(({ code }) => `home:${code}` as const),
    ...requiredExperiences
      .filter(({ code, label }) => code === 'CS' && labelMatches({ label }))
      .map(({ code }) => `experience:${code}` as const),
  ];
}

/** The words of a label in every language, so that `volteo` finds dump trucks. */
const wordsOfLabel = (label: Text): string[] =>
  languages.flatMap((language) => toSearchWords(writeText(label, language)).filter((word) => !spanishStopWords.has(word)));

/** Every word that a search can correct a typing error to. */
const knownWords: ReadonlySet<string> = new Set([
  ...tradeWords,
  ...[...jobTypes, ...endorsements].flatMap(({ label }) => wordsOfLabel(label)),
]);

const minCorrectedLength = 4;

/** The text with misspelled words of the trade corrected: `flatbd` → `flatbed`. Null if there is nothing to correct. */
export function correctWords(text: string): string | null {
  const words = toSearchWords(text);
  const correctedWords = words.map(correctWord);
  return correctedWords.some((word, index) => word !== words[index]) ? correctedWords.join(' ') : null;
}

function correctWord(word: string): string {
  if (word.length < minCorrectedLength || knownWords.has(word) || knownWords.has(singular(word)) || statesByName.has(word))
    return word;
  const [closest] = [...knownWords]
    .filter((candidate) => candidate.length >= minCorrectedLength)
    .map((candidate) => ({ candidate, errors: editDistance(word, candidate) }))
    .toSorted((a, b) => a.errors - b.errors);
  return closest && closest.errors <= maxErrors(word.length) ? closest.candidate : word;
}

function quote(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
