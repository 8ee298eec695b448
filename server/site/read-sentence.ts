import { codes, type Endorsement, endorsements, type HomeTime, jobTypes, type RequiredExperience } from '#shared/catalogues.ts';
import { defaultRadius } from '#shared/jobs/public-job.ts';
import { languages } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { gap, findPlaceWords, type PlaceChecks } from './find-place-words.ts';
import type { SearchParams } from './parse-search.ts';

/** The page does not know where the visitor is. */
const nearMePattern =
  /\b(?:near|around|close to|by) (?:me|here)\b|\bnearby\b|\bcerca(?: de (?:m[ií](?: casa)?|aqu[ií]))?(?=$|\s)(?! de)/giu;

const homeTimeWords: readonly [HomeTime, RegExp][] = [
  ['HD', /\b(?:home (?:daily|(?:every|each) day)|daily home ?time)\b/i],
  ['D2', /\bhome (?:nightly|(?:every|each) night)\b/i],
  ['D4', /\bhome (?:biweekly|every (?:2|two|other|second) weeks?)\b/i],
  ['D5', /\bhome every (?:3|three) weeks\b/i],
  ['D6', /\bhome (?:monthly|every month|every (?:4|four) weeks)\b/i],
  ['D3', /\bhome (?:every |on |for )?(?:the )?weekends?\b/i],
  ['HW', /\b(?:home (?:weekly|(?:every|each) week|once a week)|weekly home ?time)\b/i],
  ['HD', /\b(?:en )?casa (?:a diario|diario|diariamente|cada d[ií]a|todos los d[ií]as)\b/i],
  ['D2', /\b(?:en )?casa (?:cada noche|todas las noches)\b/i],
  ['D4', /\b(?:en )?casa cada (?:2|dos) semanas\b/i],
  ['D3', /\b(?:en )?casa (?:cada |los |todos los )?fin(?:es)? de semana\b/i],
  ['HW', /\b(?:en )?casa (?:cada semana|una vez (?:a la|por) semana|semanalmente)\b/i],
];

const beginnerPattern =
  /\b(?:(?:no|zero|without) (?:driving )?experience|(?:current )?students?|entry[ -]level|sin experiencia|estudiantes?|principiantes?)\b/i;
const experiencePattern =
  /\b(\d{1,2})\+? ?(months?|years?|yrs?|mes(?:es)?|a[nñ]os?)(?: (?:of |de )?(?:driving )?(?:experience|exp|experiencia))\b/i;

const payPattern =
  /(?:\b(?:paying|pays?|at least|over|more than|minimum|min|m[aá]s de|m[ií]nimo|pagan?|pagando)(?: of)? )*\$? ?(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d{1,6}(?:\.\d{1,2})?)(k?)\+?(?: ?\/ ?| (?:a|per|each|every|por|cada|a la) | )(?:week|wk|weekly|semana|semanal(?:es)?)\b/i;

/** Names that mean an endorsement if the word "endorsement" follows. Otherwise, some of them mean a job type. */
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
const endorsementNamePattern = `(?:${endorsementNames.map(([, name]) => name).join('|')})`;
const endorsementPattern = new RegExp(
  String.raw`\b(${endorsementNamePattern}(?:(?:, and | and |, ?| ?[&/] ?)${endorsementNamePattern})*) endorsements?\b`,
  'i',
);

/** Matches the labels of job types as people type them in any language: `Flat Bed`, `flatbed`, `flat-beds`, `plataforma`. */
const jobTypeWords = jobTypes
  .filter(({ code }) => code !== 'otherExperience')
  .flatMap(({ code, label }) => languages.map((language) => ({ code, label: writeText(label, language).toLowerCase() })))
  .map(({ code, label }) => ({ code, source: `${label.replaceAll(/[ -]/g, '[ -]?')}s?` }))
  .toSorted((a, b) => b.source.length - a.source.length);
export const jobTypePattern = String.raw`\b(?:${jobTypeWords.map(({ source }) => source).join('|')})\b`;

/** Words that say nothing about a job and are dropped once the rest of the sentence is understood. */
const stopWords =
  /\b(?:i|i['’]m|i['’]ve|am|have|want|need|find|show|me|looking|for|jobs?|work|positions?|drivers?|driving|trucks?|trucking|cdl|with|and|that|are|is|a|an|the|my|to|of|get|please|paying|yo|soy|tengo|quiero|necesito|busco|trabajos?|empleos?|chofer(?:es)?|conductor(?:es)?|camionero|manejar|camion(?:es)?|de|del|la|el|los|las|un|una|con|para|por|en|que|y)\b/gi;
/**
 * Moves the conditions of a sentence, such as "home daily reefer jobs near Omaha paying $1,500 a week", from the search
 * words to their filters (`docs/product/jobs.md#public-search`). All other words are searched, and a filter that is already
 * set stays. A job type is also searched as a word unless the whole text is understood, because words also find titles and
 * company names. The place is found by `places` (`findPlaceWords`).
 */
export async function readSentence(rawParams: SearchParams, places: PlaceChecks): Promise<SearchParams> {
  const conditions: Partial<SearchParams> = {};
  let remainingText = rawParams.query.replace(nearMePattern, ' ').replace(/\s+/g, ' ').trim();
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(remainingText);
    if (match) remainingText = remainingText.replace(match[0], gap);
    return match;
  };
  if (!rawParams.homeTime) {
    const home = homeTimeWords.find(([, pattern]) => take(pattern));
    if (home) conditions.homeTime = home[0];
  }
  if (!rawParams.requiredExperience) {
    const experience = take(experiencePattern);
    if (experience) conditions.requiredExperience = toRequiredExperience(Number(experience[1]), experience[2] ?? '');
    else if (take(beginnerPattern)) conditions.requiredExperience = 'CS';
  }
  if (!rawParams.payMin) {
    const pay = take(payPattern);
    if (pay) conditions.payMin = String(Number(pay[1]?.replaceAll(',', '')) * (pay[2] ? 1000 : 1));
  }
  if (rawParams.endorsements.length === 0) {
    const endorsementWord = take(endorsementPattern)?.[1];
    if (endorsementWord) conditions.endorsements = findEndorsements(endorsementWord);
  }
  const place = rawParams.location ? null : await findPlaceWords(remainingText, places);
  if (place) {
    conditions.location = place.location;
    if (place.radius && rawParams.radius === defaultRadius) conditions.radius = place.radius;
    remainingText = place.remainingText;
  }
  const types = [...remainingText.matchAll(new RegExp(jobTypePattern, 'gi'))].map(([words]) => words);
  const [type] = types;
  const otherWords = removeStopWords(remainingText.replaceAll(new RegExp(jobTypePattern, 'gi'), gap));
  const hasOtherText = type !== undefined && remainingText.trim() !== type;
  if (types.length === 1 && !rawParams.jobType && !otherWords && (hasOtherText || Object.keys(conditions).length > 0)) {
    return { ...rawParams, ...conditions, jobType: findJobType(type ?? ''), query: '' };
  }
  return Object.keys(conditions).length > 0
    ? { ...rawParams, ...conditions, query: removeStopWords(remainingText) }
    : { ...rawParams, query: remainingText };
}

function toRequiredExperience(count: number, unit: string): RequiredExperience {
  const months = /^m/i.test(unit) ? count : count * 12;
  if (months >= 24) return 'Y2';
  if (months >= 12) return 'Y1';
  if (months >= 6) return 'M12';
  return months >= 1 ? 'M6' : 'CS';
}

function findEndorsements(words: string): Endorsement[] {
  let remainingText = words;
  const driverEndorsements = endorsementNames.flatMap(([code, name]) => {
    const textBefore = remainingText;
    remainingText = remainingText.replaceAll(new RegExp(String.raw`\b(?:${name})\b`, 'gi'), gap);
    return remainingText === textBefore ? [] : [code];
  });
  return codes(endorsements).filter((code) => driverEndorsements.includes(code));
}

const findJobType = (words: string): string =>
  jobTypeWords.find(({ source }) => new RegExp(`^${source}$`, 'i').test(words))?.code ?? '';

/** Removes stop words and separators, so that only words to search for remain. */
const removeStopWords = (text: string): string =>
  text
    .replaceAll(stopWords, ' ')
    .replace(/(?:^|\s)[|,.;:!?&]+(?=\s|$)/g, ' ')
    .replace(/[|]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.;:!?]+|[\s,;:!?]+$/g, '');
