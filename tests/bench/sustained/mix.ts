import { type Random, randomFrom } from '#server/demo/vocabulary.ts';
import { endorsements, homeTimes, jobTypes, codes } from '#shared/catalogues.ts';
import { password } from '#tests/bench/data.ts';
import { get, post, type Request, trpc } from '#tests/bench/targets.ts';
import type { PlannedRequest } from './client.ts';
import type { People } from './people.ts';

/** A kind of request, its share in percent, and a function that creates one. */
export type RequestKind = { name: string; share: number; makeRequest: () => Request };

const pageSize = 25;
const queries = [
  'reefer driver',
  'flatbed',
  'regional dry van',
  'tanker',
  'dump truck',
  'driver',
  'steel',
  'nights',
  'home weekly',
];
const tags = ['Call back', 'Interviewed', 'Offer sent', 'No answer', 'Top', 'Second round', 'Hired elsewhere', 'References'];

/** Returns the requests of an ordinary day: 60% public, 20% employers reading, 10% applications, 5% sign-ins, 5% changes. */
export function requestKinds(people: People, seed: number): RequestKind[] {
  const random = randomFrom(seed);
  const pickOwnedJob = () => random.pick(people.jobs);
  return [
    {
      name: 'public search',
      share: 18,
      makeRequest: () => get(`/public/jobs?${createSearchParameters(people, random, 'call')}&limit=${pageSize}`),
    },
    { name: 'search page', share: 14, makeRequest: () => getPage(`/jobs?${createSearchParameters(people, random, 'page')}`) },
    { name: 'job page', share: 24, makeRequest: () => getPage(`/jobs/${random.pick(people.publicJobIds)}`) },
    { name: 'public job', share: 4, makeRequest: () => get(`/public/jobs/${random.pick(people.publicJobIds)}`) },
    {
      name: "employer's jobs",
      share: 7,
      makeRequest: () =>
        restOrTrpcRequest(random, '/jobs', 'jobs.list', { limit: pageSize }, random.pick(people.employers).token),
    },
    {
      name: 'job',
      share: 5,
      makeRequest: () =>
        createFrom(pickOwnedJob(), ({ id, owner }) => restOrTrpcRequest(random, `/jobs/${id}`, 'jobs.get', { id }, owner.token)),
    },
    {
      name: 'applicants',
      share: 5,
      makeRequest: () =>
        createFrom(pickOwnedJob(), ({ id, owner }) =>
          restOrTrpcRequest(random, `/jobs/${id}/applicants`, 'applicants.list', { id, limit: pageSize }, owner.token),
        ),
    },
    { name: 'applicants searched', share: 2, makeRequest: () => applicantSearch(people, random) },
    {
      name: 'statistics',
      share: 1,
      makeRequest: () => createFrom(pickOwnedJob(), ({ id, owner }) => get(`/jobs/${id}/statistics`, owner.token)),
    },
    {
      name: 'application',
      share: 10,
      makeRequest: () => createFrom(people.takeUnusedPair(random), ({ token, jobId }) => post(`/jobs/${jobId}/apply`, {}, token)),
    },
    {
      name: 'log-in',
      share: 5,
      makeRequest: () =>
        post('/auth/login', { email: random.pick(people.emails), password, device_id: 'bench-device', role: 'employer' }),
    },
    {
      name: 'job edited',
      share: 2,
      makeRequest: () =>
        createFrom(random.pick(people.editableJobs), ({ id, owner }) =>
          patch(`/jobs/${id}`, { expected_pay: random.int(1000, 2500) }, owner.token),
        ),
    },
    {
      name: 'applicant tagged',
      share: 2,
      makeRequest: () =>
        createFrom(random.pick(people.applicants), ({ id, jobId, token }) =>
          post('/jobs/applicants/tag', { job_id: jobId, applicant_id: id, text: random.pick(tags) }, token),
        ),
    },
    {
      name: 'profile edited',
      share: 1,
      makeRequest: () => patch('/member/profile', { expected_pay: random.int(900, 2200) }, random.pick(people.drivers).token),
    },
  ];
}

const createFrom = <Source, Created>(source: Source, make: (one: Source) => Created): Created => make(source);

/** Returns a function that creates the next request of a mix. Each request comes from one of many visitors. */
export function createRequestSequence(kinds: readonly RequestKind[], seed: number): () => PlannedRequest {
  const random = randomFrom(seed);
  const weightedKinds = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  return () => {
    const { name, makeRequest: make } = random.pick(weightedKinds);
    const { headers, ...request } = make();
    const visitor = random.int(0, 19_999);
    const ipAddress = `23.${1 + (visitor % 200)}.${Math.floor(visitor / 200)}.9`;
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${120 + (visitor % 30)}.0.0.0 Safari/537.36`;
    return {
      kind: name,
      request: { ...request, headers: { 'x-forwarded-for': ipAddress, 'user-agent': userAgent, ...headers } },
    };
  };
}

/** Creates a page request with the headers of a browser. */
const getPage = (path: string): Request => ({
  method: 'GET',
  path,
  headers: { accept: 'text/html', 'accept-encoding': 'gzip, br' },
});

function patch(path: string, body: Record<string, unknown>, token: string): Request {
  return { ...post(path, body, token), method: 'PATCH' };
}

/** Sends the same read through REST or tRPC, with a probability of one half each. */
function restOrTrpcRequest(
  random: Random,
  path: string,
  procedure: string,
  input: Record<string, unknown>,
  token: string,
): Request {
  if (random.chance(0.5)) return trpc({ token, procedure, input });
  return get(`${path}${'limit' in input ? `?limit=${pageSize}` : ''}`, token);
}

/**
 * Creates search parameters. Half of the searches have a word, most have a place, and some a job type. Web pages and API
 * calls use different parameters for the place and the page number.
 */
function createSearchParameters({ cities }: People, random: Random, kind: 'call' | 'page'): URLSearchParams {
  const parameters = new URLSearchParams();
  const { name, state } = random.pick(cities);
  const isPage = kind === 'page';
  if (random.chance(0.5)) parameters.set('query', random.pick(queries));
  if (random.chance(0.4)) {
    if (isPage) parameters.set('location', `${name}, ${state}`);
    else for (const [key, value] of Object.entries({ city: name, state })) parameters.set(key, value);
    parameters.set('radius', String(random.pick([25, 50, 100])));
  } else if (random.chance(0.5)) parameters.set(isPage ? 'location' : 'state', state);
  if (random.chance(0.2)) parameters.set('job_type', random.pick(codes(jobTypes)));
  if (random.chance(0.1)) parameters.set('home_time', random.pick(codes(homeTimes)));
  if (random.chance(0.05)) parameters.set('endorsements', random.pick(codes(endorsements)));
  const pageIndex = random.chance(0.1) ? random.int(1, 4) : 0;
  if (pageIndex) parameters.set(isPage ? 'page' : 'offset', String(isPage ? pageIndex + 1 : pageIndex * pageSize));
  return parameters;
}

/** Creates a search for applicants. One in ten is on the longest list. */
function applicantSearch(people: People, random: Random): Request {
  const { id, owner } = random.chance(0.1) ? people.longestJob : random.pick(people.jobs);
  const and = [
    { field: 'distance', operator: 'less_than', value: random.int(50, 1500) },
    { field: 'years_of_experience', operator: 'greater_than', value: random.int(0, 5) },
  ];
  const orders = [{ field: random.pick(['application_at', 'distance']), direction: random.pick(['asc', 'desc']) }];
  return post(`/jobs/${id}/applicants/search?limit=${pageSize}`, { filters: { and }, orders }, owner.token);
}
