import { readQuery } from '#server/places/read-query.ts';
import { codes, endorsements } from '#shared/catalogues.ts';
import {
  defaultRadius,
  maxRadius,
  type PublicSort,
  type SearchPublicJobs,
  searchPublicJobsSchema,
} from '#shared/jobs/public-job.ts';
import { stateCode } from '#shared/places/states.ts';
import { type Text, text } from '#shared/texts/texts.ts';
import { pageSize, type SearchParams } from './search-params.ts';

/** Messages for what was not understood, by field. */
export type Problems = Partial<Record<keyof SearchParams, Text>>;

export type UnderstoodSearch = {
  /** Null if the place is unknown, because then nothing is near it and it does not mean everywhere. */
  search: SearchPublicJobs | null;
  /** Only what was understood, for everything that the page says about the search. */
  params: SearchParams;
  /** The current sort order and the available ones, the default first. */
  sort: PublicSort;
  sorts: readonly PublicSort[];
  problems: Problems;
};

const problemTexts: Readonly<Problems> = {
  location: text('public.enterACityState'),
  radius: text('public.chooseADistance', { miles: maxRadius }),
  jobType: text('public.chooseAJobType'),
  requiredExperience: text('public.chooseYourExperience'),
  homeTime: text('public.chooseAHomeTime'),
  endorsements: text('public.chooseYourEndorsements'),
  payMin: text('public.enterAnAmount'),
};
const zipProblem = text('public.enterAFiveDigitZip');

/** Fields with a different name in the search. */
const fieldOf: Readonly<Record<string, string>> = { city: 'location', state: 'location', postalCode: 'location' };

/** Splits the query into a valid search and messages about the rest. */
export function understandSearch(given: SearchParams): UnderstoodSearch {
  const held = codes(endorsements).filter((code) => given.endorsements.includes(code));
  const payMin = amountOf(given.payMin);
  const radius = Math.min(given.radius, maxRadius);
  const input: Record<string, unknown> = {
    ...(given.query && { query: given.query }),
    ...placeOf(given.location, radius),
    ...(given.jobType && { jobType: [given.jobType] }),
    ...(given.requiredExperience && { requiredExperience: given.requiredExperience }),
    ...(given.homeTime && { homeTime: [given.homeTime] }),
    ...(held.length && { endorsements: held }),
    ...(given.secondChance && { secondChance: true }),
    ...(payMin !== 0 && { payMin }),
  };
  const page = { offset: (given.page - 1) * pageSize, limit: pageSize };
  const read = searchPublicJobsSchema.safeParse({ ...input, ...page });
  const wrong = new Set<string>();
  for (const { path } of read.success ? [] : read.error.issues) {
    const name = String(path[0]);
    delete input[name];
    wrong.add(fieldOf[name] ?? name);
  }
  if (wrong.has('radius')) input['radius'] = defaultRadius;
  const hasDistance = input['radius'] !== undefined && (input['city'] !== undefined || input['postalCode'] !== undefined);
  const sorts: readonly [PublicSort, ...PublicSort[]] = hasDistance ? ['nearest', 'newest', 'pay'] : ['newest', 'pay'];
  const sort = sorts.find((one) => one === given.sort) ?? sorts[0];
  const understood: SearchParams = {
    ...given,
    sort: sort === sorts[0] ? '' : sort,
    location: wrong.has('location') ? '' : given.location,
    radius: radius >= 1 ? radius : defaultRadius,
    jobType: wrong.has('jobType') ? '' : given.jobType,
    requiredExperience: wrong.has('requiredExperience') ? '' : given.requiredExperience,
    homeTime: wrong.has('homeTime') ? '' : given.homeTime,
    endorsements: held,
    payMin: wrong.has('payMin') || payMin === 0 ? '' : String(payMin),
  };
  if (given.endorsements.some((code) => !codes(endorsements).some((known) => known === code))) wrong.add('endorsements');
  return {
    search: wrong.has('location')
      ? null
      : searchPublicJobsSchema.parse({ ...input, ...(sort !== sorts[0] && { sort }), ...page }),
    params: understood,
    sort,
    sorts,
    problems: problemsOf(wrong, given),
  };
}

function problemsOf(wrong: ReadonlySet<string>, { location }: SearchParams): Problems {
  const texts = /\d/.test(location) && !hasLetters.test(location) ? { ...problemTexts, location: zipProblem } : problemTexts;
  return Object.fromEntries(Object.entries(texts).filter(([name]) => wrong.has(name)));
}

/** An amount as typed, `$1,500.50`. 0 for no text, NaN if it is not an amount. */
function amountOf(typed: string): number {
  const plain = typed.replace(/\s/g, '');
  if (!plain) return 0;
  return /^\$?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(plain) ? Number(plain.replace(/[$,]/g, '')) : NaN;
}

const hasLetters = /\p{L}/u;

/** A ZIP code, a state, or a city with or without its state. A text without letters can only be a ZIP code, complete or not. */
function placeOf(location: string, radius: number): Record<string, unknown> {
  if (!location) return {};
  const state = stateCode(location);
  if (state) return { state };
  const place = readQuery(location);
  if (place?.kind === 'postal_code') return { postalCode: place.prefix, radius };
  if (place?.kind === 'city') return { city: place.name, radius, ...(place.states?.length === 1 && { state: place.states[0] }) };
  return hasLetters.test(location) ? { city: location, radius } : { postalCode: location, radius };
}
