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

export const pageSize = 20;

/** The query of a search as the form shows it again. `understand-search.ts` interprets it. */
export type SearchParams = {
  query: string;
  location: string;
  /** Miles. NaN if the text is not a number. */
  radius: number;
  jobType: string;
  requiredExperience: string;
  homeTime: string;
  endorsements: string[];
  payMin: string;
  /** `true`, or empty. */
  secondChance: string;
  /** Empty for the default order: the nearest first if a place has a radius, otherwise the newest. */
  sort: string;
  page: number;
};

/** The names in the query, which are those of the REST call. */
export const names: Readonly<Record<keyof SearchParams, string>> = {
  query: 'query',
  location: 'location',
  radius: 'radius',
  jobType: 'job_type',
  requiredExperience: 'required_experience',
  homeTime: 'home_time',
  endorsements: 'endorsements',
  payMin: 'pay_min',
  secondChance: 'second_chance',
  sort: 'sort',
  page: 'page',
};

type Query = Readonly<Record<string, unknown>>;

const one = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value);
/** Characters that a line of text must not contain (`lineField`). */
const untyped = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;
const lineOf = (value: unknown) => {
  const first = one(value);
  return typeof first === 'string' ? first.replace(untyped, ' ').trim().slice(0, 200).trim() : '';
};
const list = (value: unknown) =>
  [value]
    .flat()
    .flatMap((part) => (typeof part === 'string' ? part.split(',') : []))
    .filter(Boolean);

/** Reads the query. `city`, `state` and `postal_code`, as the REST call takes them, also count as a location. */
export function readSearch(query: Query): SearchParams {
  const cityAndState = [lineOf(query['city']), lineOf(query['state'])].filter(Boolean).join(', ');
  const radius = lineOf(query['radius']);
  const page = Number(lineOf(query['page']));
  return {
    query: lineOf(query['query']),
    location: lineOf(query['location']) || lineOf(query['postal_code']) || cityAndState,
    radius: radius ? Number(radius) : defaultRadius,
    jobType: lineOf(query['job_type']),
    requiredExperience: lineOf(query['required_experience']),
    homeTime: lineOf(query['home_time']),
    endorsements: list(query['endorsements']),
    payMin: lineOf(query['pay_min']),
    secondChance: lineOf(query['second_chance']) === 'true' ? 'true' : '',
    sort: lineOf(query['sort']),
    page: Number.isInteger(page) && page >= 1 && page <= 500 ? page : 1,
  };
}

/** The URL of the same search with changes. Every change except paging starts at the first page. */
export function searchPath(params: SearchParams, changes: Partial<SearchParams> = {}): string {
  const next = { ...params, page: 1, ...changes };
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(next)) {
    const isDefault =
      value === '' || (key === 'page' && value === 1) || (key === 'radius' && (value === defaultRadius || !next.location));
    if (isDefault) continue;
    for (const part of [value].flat()) query.append(names[key as keyof SearchParams], String(part));
  }
  return query.size ? `/jobs?${query}` : '/jobs';
}

/** Messages for what was not understood, by field. */
export type Problems = Partial<Record<keyof SearchParams, Text>>;

export type UnderstoodSearch = {
  /** Null if the place is unknown. An unknown place finds no jobs and does not mean everywhere. */
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
export function understandSearch(typedParams: SearchParams): UnderstoodSearch {
  const driverEndorsements = codes(endorsements).filter((code) => typedParams.endorsements.includes(code));
  const payMin = amountOf(typedParams.payMin);
  const radius = Math.min(typedParams.radius, maxRadius);
  const input: Record<string, unknown> = {
    ...(typedParams.query && { query: typedParams.query }),
    ...placeOf(typedParams.location, radius),
    ...(typedParams.jobType && { jobType: [typedParams.jobType] }),
    ...(typedParams.requiredExperience && { requiredExperience: typedParams.requiredExperience }),
    ...(typedParams.homeTime && { homeTime: [typedParams.homeTime] }),
    ...(driverEndorsements.length && { endorsements: driverEndorsements }),
    ...(typedParams.secondChance && { secondChance: true }),
    ...(payMin !== 0 && { payMin }),
  };
  const page = { offset: (typedParams.page - 1) * pageSize, limit: pageSize };
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
  const sort = sorts.find((one) => one === typedParams.sort) ?? sorts[0];
  const validParams: SearchParams = {
    ...typedParams,
    sort: sort === sorts[0] ? '' : sort,
    location: wrong.has('location') ? '' : typedParams.location,
    radius: radius >= 1 ? radius : defaultRadius,
    jobType: wrong.has('jobType') ? '' : typedParams.jobType,
    requiredExperience: wrong.has('requiredExperience') ? '' : typedParams.requiredExperience,
    homeTime: wrong.has('homeTime') ? '' : typedParams.homeTime,
    endorsements: driverEndorsements,
    payMin: wrong.has('payMin') || payMin === 0 ? '' : String(payMin),
  };
  if (typedParams.endorsements.some((code) => !codes(endorsements).some((known) => known === code))) wrong.add('endorsements');
  return {
    search: wrong.has('location')
      ? null
      : searchPublicJobsSchema.parse({ ...input, ...(sort !== sorts[0] && { sort }), ...page }),
    params: validParams,
    sort,
    sorts,
    problems: problemsOf(wrong, typedParams),
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
