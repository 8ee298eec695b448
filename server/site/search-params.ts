import { readQuery } from '#server/places/read-query.ts';
import { defaultRadius, type SearchPublicJobs, searchPublicJobsSchema } from '#shared/public-job.ts';
import { stateCode } from '#shared/states.ts';

export const pageSize = 20;

/** What the address of a search says, as the form shows it again. */
export type SearchParams = {
  query: string;
  location: string;
  radius: number;
  jobType: string;
  requiredExperience: string;
  homeTime: string;
  endorsements: string[];
  payMin: string;
  /** `true`, or nothing. */
  secondChance: string;
  page: number;
};

/** Names in the address, those of the REST call. */
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
  page: 'page',
};

type Query = Readonly<Record<string, unknown>>;

const one = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value);
const text = (value: unknown) => {
  const given = one(value);
  return typeof given === 'string' ? given.trim().slice(0, 200) : '';
};
const list = (value: unknown) =>
  [value]
    .flat()
    .flatMap((part) => (typeof part === 'string' ? part.split(',') : []))
    .filter(Boolean);

/** Reads the address. `city`, `state` and `postal_code`, as the REST call takes them, stand for a location too. */
export function readSearch(query: Query): SearchParams {
  const named = [text(query['city']), text(query['state'])].filter(Boolean).join(', ');
  const radius = Number(text(query['radius']));
  const page = Number(text(query['page']));
  return {
    query: text(query['query']),
    location: text(query['location']) || text(query['postal_code']) || named,
    radius: radius >= 1 ? radius : defaultRadius,
    jobType: text(query['job_type']),
    requiredExperience: text(query['required_experience']),
    homeTime: text(query['home_time']),
    endorsements: list(query['endorsements']),
    payMin: text(query['pay_min']),
    secondChance: text(query['second_chance']) === 'true' ? 'true' : '',
    page: Number.isInteger(page) && page >= 1 && page <= 500 ? page : 1,
  };
}

/** The search itself. A value that says nothing sensible is left out, as if the field were empty. */
export function toSearch(params: SearchParams): SearchPublicJobs {
  const given: Record<string, unknown> = {
    ...(params.query && { query: params.query }),
    ...readLocation(params),
    ...(params.jobType && { jobType: [params.jobType] }),
    ...(params.requiredExperience && { requiredExperience: params.requiredExperience }),
    ...(params.homeTime && { homeTime: [params.homeTime] }),
    ...(params.endorsements.length && { endorsements: params.endorsements }),
    ...(params.secondChance && { secondChance: true }),
    ...(params.payMin && { payMin: Number(params.payMin.replace(/[$,\s]/g, '')) }),
  };
  const page = { offset: (params.page - 1) * pageSize, limit: pageSize };
  const read = searchPublicJobsSchema.safeParse({ ...given, ...page });
  if (read.success) return read.data;
  for (const { path } of read.error.issues) delete given[String(path[0])];
  return searchPublicJobsSchema.parse({ ...given, ...page });
}

/** A ZIP code, a state, or a city with or without its state. */
function readLocation({ location, radius }: SearchParams): Record<string, unknown> {
  if (!location) return {};
  const state = stateCode(location);
  if (state) return { state };
  const place = readQuery(location);
  if (place?.kind === 'postal_code') return { postalCode: place.prefix, radius };
  if (place?.kind !== 'city') return { city: location, radius };
  return { city: place.name, radius, ...(place.states?.length === 1 && { state: place.states[0] }) };
}

/** The address of the same search with some of it changed; a change of the search begins at its first page. */
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
