import {
  endorsements,
  homeTimes,
  jobTypes,
  requiredExperiences,
  type Endorsement,
  type HomeTime,
  type JobType,
  type RequiredExperience,
} from '#shared/catalogues.ts';
import { usStates } from '#shared/places/states.ts';
import type { Text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';

/** A property of a job that a phrase can mean. The search document contains each one as a word that people cannot type. */
type Facet =
  | `type:${JobType}`
  | `home:${HomeTime}`
  | `endorsement:${Endorsement}`
  | `experience:${RequiredExperience}`
  | `state:${string}`
  | 'second-chance';

type Synonym = {
  /** Other spellings. All words of a spelling must be present. */
  phrases?: readonly string[];
  /** Properties of a job with the same meaning. */
  facets?: readonly Facet[];
};

const hazmat: Synonym = { phrases: ['hazmat', 'hazardous'], facets: ['endorsement:H', 'endorsement:X'] };
const reefer: Synonym = {
  phrases: ['reefer', 'refrigerated', 'temp controlled'],
  facets: ['type:reefer', 'type:refrigeratedFreight'],
};
const concrete: Synonym = { phrases: ['mixer', 'ready mix', 'concrete'], facets: ['type:mixer', 'type:readyMixer'] };
const refuse: Synonym = { phrases: ['garbage', 'refuse', 'trash', 'waste'], facets: ['type:garbageTruck'] };
const longHaul: Synonym = {
  phrases: ['otr', 'over the road', 'long haul', '48 states'],
  facets: ['home:D4', 'home:D5', 'home:D6'],
};
const student: Synonym = {
  phrases: ['trainee', 'student', 'recent graduate', 'no experience', 'entry level'],
  facets: ['experience:CS'],
};
const ownerOperator: Synonym = { phrases: ['owner operator', 'owner op'], facets: ['type:ownerOperator'] };
const homeDaily: Synonym = { phrases: ['home daily', 'home every day'], facets: ['home:HD', 'home:D2'] };
const weekends: Synonym = { phrases: ['home weekends', 'every weekend'], facets: ['home:D3'] };
const secondChance: Synonym = { phrases: ['second chance', 'fair chance', 'felony friendly'], facets: ['second-chance'] };
const doubles: Synonym = { phrases: ['doubles', 'triples'], facets: ['endorsement:T'] };
const noTouch: Synonym = { phrases: ['no touch', 'drop and hook', 'drop hook'] };
const flatbed: Synonym = { phrases: ['flatbed', 'flat bed', 'step deck', 'stepdeck'], facets: ['type:flatBed'] };
const dryVan: Synonym = { phrases: ['dry van'], facets: ['type:dryVan'] };
const tanker: Synonym = { phrases: ['tanker'], facets: ['type:tanker', 'endorsement:N', 'endorsement:X'] };

/** Terms that drivers use, in lowercase with single spaces, and their other meanings. */
const synonyms: Readonly<Record<string, Synonym>> = {
  hazmat,
  'haz mat': hazmat,
  'hazardous materials': hazmat,
  reefer,
  refer: reefer,
  refrigerated: reefer,
  'temp controlled': reefer,
  mixer: concrete,
  concrete,
  'ready mix': concrete,
  readymix: concrete,
  garbage: refuse,
  refuse,
  trash: refuse,
  waste: refuse,
  otr: longHaul,
  'over the road': longHaul,
  'long haul': longHaul,
  trainee: student,
  student,
  'entry level': student,
  'no experience': student,
  'recent grad': student,
  'recent graduate': student,
  'owner operator': ownerOperator,
  'owner op': ownerOperator,
  local: { phrases: ['local'], facets: ['home:HD', 'home:D2'] },
  'home daily': homeDaily,
  'home every day': homeDaily,
  'home every night': homeDaily,
  'home nightly': homeDaily,
  'home weekly': { phrases: ['home weekly'], facets: ['home:HW'] },
  'home weekend': weekends,
  'every weekend': weekends,
  'home every weekend': weekends,
  'second chance': secondChance,
  'fair chance': secondChance,
  'felony friendly': secondChance,
  felony: secondChance,
  double: doubles,
  triple: doubles,
  'no touch': noTouch,
  'drop and hook': noTouch,
  'drop hook': noTouch,
  flatbed,
  'flat bed': flatbed,
  'step deck': flatbed,
  van: dryVan,
  'dry van': dryVan,
  dryvan: dryVan,
  tanker,
  'tank truck': tanker,
  hotshot: { phrases: ['hotshot', 'hot shot'], facets: ['type:hotShot'] },
  cattle: { phrases: ['cattle', 'livestock'], facets: ['type:livestockCarrier'] },
  rolloff: { phrases: ['rolloff', 'roll off'], facets: ['type:rollOff'] },
};

/** A search with more words finds nothing. */
const maxWords = 16;
/** The longest phrase that can have a meaning of its own, in words. */
const maxPhrase = 3;
const maxWordLength = 60;

/** Words that are ignored, because they do not describe a job. */
const fillers = new Set('a an and are at for from in job jobs near of on or the to with work'.split(' '));

/** Matches no job, because no document contains this word. */
const matchNothing = quoted('#nothing');

/**
 * The words of a text as the search documents contain them: lowercase, without accents, letters and digits only. A CDL
 * class is one word (`CDL-A` and `Class A` contain `cdla`). The SQL function `search_words` does the same for documents.
 */
export function searchWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\b(cdl|class)[ -]([abc])\b/g, '$1 cdl$2')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.slice(0, maxWordLength));
}

/** A property of a job as a word of its document. */
export const facet = (name: Facet | `city:${string}` | `zip:${string}` | 'nationwide'): string => quoted(`#${name}`);

/** Requires all of the expressions. Null if there is none. */
export const joinWithAnd = (parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(' & ') || null;

/** Requires at least one of the expressions. */
export const anyOf = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? matchNothing) : `(${parts.join(' | ')})`;

/** `Class A` and `CDL-A` mean only the class. */
const writtenClass = /\b(?:cdl|class)[ -]([abc])\b/gi;

/**
 * The words of a search as a PostgreSQL `tsquery` (`docs/product/jobs.md#public-search`). Each word or phrase must match as
 * the beginning of a word, as a synonym, or as a property of the job. Null if the text has no meaningful word.
 */
export function wordsExpression(text: string): string | null {
  const textWords = searchWords(text.replace(writtenClass, 'cdl$1'));
  if (textWords.length === 0) return text.trim() ? matchNothing : null;
  const terms = new Set<string>();
  for (let at = 0; at < textWords.length;) {
    const phrase = textWords.slice(at, at + phraseLength(textWords, at));
    const term = termOf(phrase);
    if (term !== null) terms.add(term);
    at += phrase.length;
  }
  if (terms.size > maxWords) return matchNothing;
  return terms.size > 0 ? [...terms].join(' & ') : null;
}

function phraseLength(words: readonly string[], at: number): number {
  for (let size = Math.min(maxPhrase, words.length - at); size > 1; size -= 1)
    if (facetsOf(words.slice(at, at + size)).isKnown) return size;
  return 1;
}

type FacetMatch = { isKnown: boolean; phrases: readonly string[]; facets: readonly Facet[] };

function facetsOf(words: readonly string[]): FacetMatch {
  const phrase = words.join(' ');
  const meaning = synonyms[phrase] ?? synonyms[singular(phrase)];
  const state = statesByName.get(phrase);
  return {
    isKnown: meaning !== undefined || state !== undefined,
    phrases: meaning?.phrases ?? [],
    facets: [...(meaning?.facets ?? []), ...(state ? [`state:${state}` as const] : [])],
  };
}

const statesByName = new Map(
  Object.entries(usStates).flatMap(([code, name]) => [
    [searchWords(name).join(' '), code] as const,
    [code.toLowerCase(), code] as const,
  ]),
);

function termOf(words: readonly string[]): string | null {
  const [word = ''] = words;
  if (words.length === 1 && fillers.has(word)) return null;
  const { phrases, facets } = facetsOf(words);
  const named = words.length === 1 ? facetsByLabel(word) : [];
  const texts = [words, ...phrases.map((phrase) => phrase.split(' '))].map(phraseOf);
  return anyOf([...new Set([...texts, ...[...facets, ...named].map(facet)])]);
}

/** Requires every word, each as the beginning of a word. */
function phraseOf(words: readonly string[]): string {
  const parts = words.filter((word) => words.length === 1 || !fillers.has(word)).map(beginning);
  return parts.length === 1 ? (parts[0] ?? matchNothing) : `(${parts.join(' & ')})`;
}

/** Short words must match completely, because as a beginning they would match nearly every document. */
const beginning = (word: string) => (word.length < 3 ? quoted(word) : `${quoted(singular(word))}:*`);

const singular = (word: string) => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);

const minLabelPart = 3;

/** Properties whose label contains a word that begins with this one: `livestock` is a job type. */
function facetsByLabel(word: string): Facet[] {
  if (word.length < minLabelPart) return [];
  const start = singular(word);
  const fits = ({ label }: { label: Text }) => searchWords(writeText(label, 'en')).some((part) => part.startsWith(start));
  return [
    ...jobTypes.filter(fits).map(({ code }) => `type:${code}` as const),
    ...endorsements.filter(fits).map(({ code }) => `endorsement:${code}` as const),
    ...homeTimes.filter((entry) => entry.code !== 'O' && fits(entry)).map(({ code }) => `home:${code}` as const),
    ...requiredExperiences
      .filter(({ code, label }) => code === 'CS' && fits({ label }))
      .map(({ code }) => `experience:${code}` as const),
  ];
}

function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
