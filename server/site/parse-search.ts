import { findMetro } from '#server/places/metros.ts';
import { readQuery } from '#server/places/read-query.ts';
import { readRoute } from '#server/places/read-route.ts';
import { codes, endorsements, homeTimes, jobTypes, sameCodes } from '#shared/catalogues.ts';
import {
  defaultRadius,
  maxRadius,
  type PublicSort,
  type SearchPublicJobs,
  searchPageSize,
  searchPublicJobsSchema,
  filterQueryNames,
} from '#shared/jobs/public-job.ts';
import { outsidePlaceOf } from '#shared/places/outside-states.ts';
import { stateCode } from '#shared/places/states.ts';
import { type Text, text } from '#shared/texts/texts.ts';

/** The search as the visitor typed it, so that the form can show it again. {@link parseSearch} interprets it. */
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

const queryNames: Readonly<Record<keyof SearchParams, string>> = {
  ...filterQueryNames,
  location: 'location',
  sort: 'sort',
  page: 'page',
};

type Query = Readonly<Record<string, unknown>>;

const lastValue = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value);
/** Characters that a line of text must not contain (`lineField`). */
const forbiddenCharacters = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;
const readLine = (value: unknown) => {
  const lastItem = lastValue(value);
  return typeof lastItem === 'string' ? lastItem.replace(forbiddenCharacters, ' ').trim().slice(0, 200).trim() : '';
};
const readList = (value: unknown) =>
  [value]
    .flat()
    .flatMap((part) => (typeof part === 'string' ? part.split(',') : []))
    .filter(Boolean);

/** Reads the query parameters. `city`, `state` and `postal_code`, as the REST call takes them, also count as a location. */
export function readSearch(query: Query): SearchParams {
  const cityAndState = [readLine(query['city']), readLine(query['state'])].filter(Boolean).join(', ');
  const radius = readLine(query['radius']);
  const page = Number(readLine(query['page']));
  return {
    query: readLine(query['query']),
    location: readLine(query['location']) || readLine(query['postal_code']) || cityAndState,
    radius: radius ? Number(radius) : defaultRadius,
    jobType: readLine(query['job_type']),
    requiredExperience: readLine(query['required_experience']),
    homeTime: readLine(query['home_time']),
    endorsements: readList(query['endorsements']),
    payMin: readLine(query['pay_min']),
    secondChance: readLine(query['second_chance']) === 'true' ? 'true' : '',
    sort: readLine(query['sort']),
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
    for (const part of [value].flat()) query.append(queryNames[key as keyof SearchParams], String(part));
  }
  return query.size ? `/jobs?${query}` : '/jobs';
}

/** The messages about invalid values, by field. */
export type Problems = Partial<Record<keyof SearchParams, Text>>;

export type ParsedSearch = {
  /** Null if the place is invalid, so that the search finds no jobs instead of jobs everywhere. */
  search: SearchPublicJobs | null;
  /** Only the parameters that were understood. The page describes the search with them. */
  params: SearchParams;
  /** The current sort order and the available ones, the default first. */
  sort: PublicSort;
  sorts: readonly PublicSort[];
  problems: Problems;
};

const problemTexts: Readonly<Problems> = {
  location: text('site.placeInvalid'),
  radius: text('site.distanceOutOfRange', { miles: maxRadius }),
  jobType: text('site.jobTypeInvalid'),
  requiredExperience: text('site.experienceInvalid'),
  homeTime: text('site.homeTimeInvalid'),
  endorsements: text('site.endorsementsInvalid'),
  payMin: text('site.amountInvalid'),
};
const zipProblem = text('errors.invalidZipCode');
const outsideProblem = text('site.placeOutsideStates');

/** Maps a field of the search to the form field that it comes from, if their names differ. */
const formFields: Readonly<Record<string, string>> = {
  city: 'location',
  state: 'location',
  postalCode: 'location',
  destination: 'location',
};

/** Splits the query into a valid search and messages about the parts that are invalid. Only drivers can see the best first. */
export function parseSearch(rawParams: SearchParams, { isDriver = false } = {}): ParsedSearch {
  const validEndorsements = codes(endorsements).filter((code) => rawParams.endorsements.includes(code));
  const payMin = parseAmount(rawParams.payMin);
  const radius = Math.min(rawParams.radius, maxRadius);
  const input: Record<string, unknown> = {
    ...(rawParams.query && { query: rawParams.query }),
    ...parsePlace(rawParams.location, radius),
    ...(rawParams.jobType && { jobType: sameCodes<string>(jobTypes, rawParams.jobType) }),
    ...(rawParams.requiredExperience && { requiredExperience: rawParams.requiredExperience }),
    ...(rawParams.homeTime && { homeTime: sameCodes<string>(homeTimes, rawParams.homeTime) }),
    ...(validEndorsements.length && { endorsements: validEndorsements }),
    ...(rawParams.secondChance && { secondChance: true }),
    ...(payMin !== 0 && { payMin }),
  };
  const page = { offset: (rawParams.page - 1) * searchPageSize, limit: searchPageSize };
  const parsed = searchPublicJobsSchema.safeParse({ ...input, ...page });
  const invalidFields = new Set<string>(outsidePlaceOf(rawParams.location) ? ['location'] : []);
  for (const { path } of parsed.success ? [] : parsed.error.issues) {
    const name = String(path[0]);
    delete input[name];
    invalidFields.add(formFields[name] ?? name);
  }
  if (invalidFields.has('radius')) input['radius'] = defaultRadius;
  const hasDistance = input['radius'] !== undefined && (input['city'] !== undefined || input['postalCode'] !== undefined);
  const sorts: readonly [PublicSort, ...PublicSort[]] = [
    ...(hasDistance ? (['nearest', 'newest', 'pay'] as const) : (['newest', 'pay'] as const)),
    ...(isDriver ? (['best'] as const) : []),
  ];
  const sort = sorts.find((candidate) => candidate === rawParams.sort) ?? sorts[0];
  const validParams: SearchParams = {
    ...rawParams,
    sort: sort === sorts[0] ? '' : sort,
    location: invalidFields.has('location') ? '' : rawParams.location,
    radius: radius >= 1 ? radius : defaultRadius,
    jobType: invalidFields.has('jobType') ? '' : rawParams.jobType,
    requiredExperience: invalidFields.has('requiredExperience') ? '' : rawParams.requiredExperience,
    homeTime: invalidFields.has('homeTime') ? '' : rawParams.homeTime,
    endorsements: validEndorsements,
    payMin: invalidFields.has('payMin') || payMin === 0 ? '' : String(payMin),
  };
  if (rawParams.endorsements.some((code) => !codes(endorsements).some((endorsement) => endorsement === code)))
    invalidFields.add('endorsements');
  return {
    search: invalidFields.has('location')
      ? null
      : searchPublicJobsSchema.parse({ ...input, ...(sort !== sorts[0] && { sort }), ...page }),
    params: validParams,
    sort,
    sorts,
    problems: getProblems(invalidFields, rawParams),
  };
}

function getProblems(invalidFields: ReadonlySet<string>, { location }: SearchParams): Problems {
  const isNumber = /\d/.test(location) && !letterPattern.test(location);
  const locationText = outsidePlaceOf(location) ? outsideProblem : isNumber ? zipProblem : problemTexts.location;
  const texts: Problems = { ...problemTexts, location: locationText };
  return Object.fromEntries(Object.entries(texts).filter(([name]) => invalidFields.has(name)));
}

/** Reads an amount as people type it, such as `$1,500.50`. Returns 0 for an empty text and NaN for an invalid amount. */
function parseAmount(input: string): number {
  const compactInput = input.replace(/\s/g, '');
  if (!compactInput) return 0;
  return /^\$?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(compactInput) ? Number(compactInput.replace(/[$,]/g, '')) : NaN;
}

const letterPattern = /\p{L}/u;

/**
 * A ZIP code, a state, an area, a city with or without its state, or a route between two of these except states. A text without
 * letters can only be a ZIP code, complete or not.
 */
function parsePlace(location: string, radius: number): Record<string, unknown> {
  if (!location) return {};
  const state = stateCode(location);
  if (state) return { state };
  if (findMetro(location)) return { city: location, radius };
  const route = readRoute(location);
  if (route) return { ...parsePlace(route.start, radius), destination: route.end };
  const place = readQuery(location);
  if (place?.kind === 'postal_code') return { postalCode: place.prefix, radius };
  if (place?.kind === 'city') return { city: place.name, radius, ...(place.states?.length === 1 && { state: place.states[0] }) };
  return letterPattern.test(location) ? { city: location, radius } : { postalCode: location, radius };
}
