import { defaultRadius } from '#shared/jobs/public-job.ts';

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
const text = (value: unknown) => {
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
  const named = [text(query['city']), text(query['state'])].filter(Boolean).join(', ');
  const radius = text(query['radius']);
  const page = Number(text(query['page']));
  return {
    query: text(query['query']),
    location: text(query['location']) || text(query['postal_code']) || named,
    radius: radius ? Number(radius) : defaultRadius,
    jobType: text(query['job_type']),
    requiredExperience: text(query['required_experience']),
    homeTime: text(query['home_time']),
    endorsements: list(query['endorsements']),
    payMin: text(query['pay_min']),
    secondChance: text(query['second_chance']) === 'true' ? 'true' : '',
    sort: text(query['sort']),
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
