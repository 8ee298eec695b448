import { codes, type Endorsement, endorsements, type HomeTime, jobTypes, type RequiredExperience } from '#shared/catalogues.ts';
import { defaultRadius, maxRadius } from '#shared/jobs/public-job.ts';
import type { SearchParams } from './understand-search.ts';
import { writeText } from '#shared/texts/write-text.ts';

/** Marks the place where a condition was removed, so that the words on both sides are not read together. */
const gap = ' | ';

const homeTimeWords: readonly [HomeTime, RegExp][] = [
  ['HD', /\b(?:home (?:daily|(?:every|each) day)|daily home ?time)\b/i],
  ['D2', /\bhome (?:nightly|(?:every|each) night)\b/i],
  ['D4', /\bhome (?:biweekly|every (?:2|two|other|second) weeks?)\b/i],
  ['D5', /\bhome every (?:3|three) weeks\b/i],
  ['D6', /\bhome (?:monthly|every month|every (?:4|four) weeks)\b/i],
  ['D3', /\bhome (?:every |on |for )?(?:the )?weekends?\b/i],
  ['HW', /\b(?:home (?:weekly|(?:every|each) week|once a week)|weekly home ?time)\b/i],
];

const beginnerPhrase = /\b(?:(?:no|zero|without) (?:driving )?experience|(?:current )?students?|entry[ -]level)\b/i;
const experienceWords = /\b(\d{1,2})\+? ?(months?|years?|yrs?)(?: (?:of )?(?:driving )?(?:experience|exp))\b/i;

const payWords =
  /(?:\b(?:paying|pays?|at least|over|more than|minimum|min)(?: of)? )*\$? ?(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d{1,6}(?:\.\d{1,2})?)(k?)\+?(?: ?\/ ?| (?:a|per|each|every) | )(?:week|wk|weekly)\b/i;

/** Names that count as endorsements before the word "endorsement". Without it, some of them are job types. */
const endorsementNames: readonly [Endorsement, string][] = [
  ['X', 'tanker[ /]hazmat(?: combo)?|x'],
  ['H', 'hazmat'],
  ['N', 'tanker'],
  ['T', 'doubles?(?:(?: and |[ /&]+)triples?)?|triples?'],
  ['P', 'passenger'],
  ['S', 'school bus'],
  ['TWIC', 'twic'],
  ['TSAC', 'tsac'],
];
const anyEndorsement = `(?:${endorsementNames.map(([, name]) => name).join('|')})`;
const endorsementWords = new RegExp(
  String.raw`\b(${anyEndorsement}(?:(?:, and | and |, ?| ?[&/] ?)${anyEndorsement})*) endorsements?\b`,
  'i',
);

/** The label of a job type as people type it: `Flat Bed`, `flatbed`, `flat-beds`. */
const jobTypeWords = jobTypes
  .filter(({ code }) => code !== 'otherExperience')
  .map(({ code, label }) => ({ code, source: `${writeText(label, 'en').toLowerCase().replaceAll(' ', '[ -]?')}s?` }))
  .toSorted((a, b) => b.source.length - a.source.length);
const anyJobType = String.raw`\b(?:${jobTypeWords.map(({ source }) => source).join('|')})\b`;

const placeWords =
  /\b(?:near|around|close to|in|(?:within )?(\d{1,3}) ?(?:miles?|mi) (?:of|from|around)) (\d{5}\b|[\p{L}.'’-]+(?:,? [\p{L}.'’-]+){0,4})/iu;
/** Each phrase costs a query. */
const maxPlacePhrases = 3;
const notAPlace = /^(?:a|an|the|my|me|here|home)\b/i;

/** Words without meaning for a job, once the rest of the sentence is understood. */
const fillers =
  /\b(?:i|i['’]m|i['’]ve|am|have|want|need|find|show|me|looking|for|jobs?|work|positions?|drivers?|driving|trucks?|trucking|cdl|with|and|that|are|is|a|an|the|my|to|of|get|please|paying)\b/gi;
const placeEnd = new RegExp(
  String.raw`,?(?:^|\s)(?:jobs?|work|drivers?|driving|hauling|with|for|that|and|at|${anyJobType.slice(2)})(?=$|[\s,]).*$`,
  'iu',
);

/**
 * Moves the conditions of a sentence, such as "home daily reefer jobs near Omaha paying $1,500 a week", from the search
 * words to their filters (`docs/product/jobs.md#public-search`). All other words are searched, and a filter that is already
 * set stays. A job type is also searched as a word unless the whole text is understood, because words also find titles and
 * company names. Words after "in" or "near" are a place only if `isPlace` knows them.
 */
export async function readSentence(
  typedParams: SearchParams,
  isPlace: (words: string) => Promise<boolean>,
): Promise<SearchParams> {
  const found: Partial<SearchParams> = {};
  let rest = typedParams.query.replace(/\s+/g, ' ');
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match) rest = rest.replace(match[0], gap);
    return match;
  };
  if (!typedParams.homeTime) {
    const home = homeTimeWords.find(([, pattern]) => take(pattern));
    if (home) found.homeTime = home[0];
  }
  if (!typedParams.requiredExperience) {
    const experience = take(experienceWords);
    if (experience) found.requiredExperience = experienceOf(Number(experience[1]), experience[2] ?? '');
    else if (take(beginnerPhrase)) found.requiredExperience = 'CS';
  }
  if (!typedParams.payMin) {
    const pay = take(payWords);
    if (pay) found.payMin = String(Number(pay[1]?.replaceAll(',', '')) * (pay[2] ? 1000 : 1));
  }
  if (typedParams.endorsements.length === 0) {
    const endorsementWord = take(endorsementWords)?.[1];
    if (endorsementWord) found.endorsements = endorsementsIn(endorsementWord);
  }
  if (!typedParams.location) Object.assign(found, await readPlace());
  const types = [...rest.matchAll(new RegExp(anyJobType, 'gi'))].map(([words]) => words);
  const [type] = types;
  const others = wordsOf(rest.replaceAll(new RegExp(anyJobType, 'gi'), gap));
  const hasMore = type !== undefined && rest.trim() !== type;
  if (types.length === 1 && !typedParams.jobType && !others && (hasMore || Object.keys(found).length > 0)) {
    return { ...typedParams, ...found, jobType: jobTypeOf(type ?? ''), query: '' };
  }
  return Object.keys(found).length > 0 ? { ...typedParams, ...found, query: wordsOf(rest) } : typedParams;

  async function readPlace(): Promise<Partial<SearchParams>> {
    for (const { phrase, miles, named } of phrasesWithPlace(rest)) {
      const location = named.replace(placeEnd, '').replace(/[\s,.]+$/, '');
      if (!location || notAPlace.test(location) || !(await isPlace(location))) continue;
      rest = rest.replace(phrase, `${gap}${named.slice(location.length)}`);
      const radius = Number(miles);
      return { location, ...(radius >= 1 && radius <= maxRadius && typedParams.radius === defaultRadius && { radius }) };
    }
    return {};
  }
}

type PlacePhrase = { phrase: string; miles: string | undefined; named: string };

/** The phrases that may name a place, including one that begins within another, as in "driver in training near Omaha". */
function phrasesWithPlace(text: string, max = maxPlacePhrases): PlacePhrase[] {
  const match = placeWords.exec(text);
  if (!match || max === 0) return [];
  const [phrase, miles, named = ''] = match;
  const after = match.index + phrase.length - named.length;
  return [{ phrase, miles, named }, ...phrasesWithPlace(text.slice(after), max - 1)];
}

function experienceOf(count: number, unit: string): RequiredExperience {
  const months = /^m/i.test(unit) ? count : count * 12;
  if (months >= 24) return 'Y2';
  if (months >= 12) return 'Y1';
  if (months >= 6) return 'M12';
  return months >= 1 ? 'M6' : 'CS';
}

function endorsementsIn(words: string): Endorsement[] {
  let rest = words;
  const driverEndorsements = endorsementNames.flatMap(([code, name]) => {
    const before = rest;
    rest = rest.replaceAll(new RegExp(String.raw`\b(?:${name})\b`, 'gi'), gap);
    return rest === before ? [] : [code];
  });
  return codes(endorsements).filter((code) => driverEndorsements.includes(code));
}

const jobTypeOf = (words: string): string =>
  jobTypeWords.find(({ source }) => new RegExp(`^${source}$`, 'i').test(words))?.code ?? '';

/** The words that are left to search for. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(fillers, ' ')
    .replace(/(?:^|\s)[|,.;:!?&]+(?=\s|$)/g, ' ')
    .replace(/[|]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.;:!?]+|[\s,;:!?]+$/g, '');
