import { type Random, randomFrom } from '#server/demo/vocabulary.ts';
import { endorsements, homeTimes, jobTypes, codes } from '#shared/catalogues.ts';
import { password } from '#tests/bench/data.ts';
import { get, post, type Request, trpc } from '#tests/bench/targets.ts';
import type { PlannedRequest } from './client.ts';
import type { People } from './people.ts';

/** A kind of request, its share in percent, and how to make one. */
export type Kind = { name: string; share: number; make: () => Request };

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

/** The mix of an ordinary day: 60% public, 20% employers reading, 10% applications, 5% sign-ins, 5% changes. */
export function requestKinds(people: People, seed: number): Kind[] {
  const random = randomFrom(seed);
  const owned = () => random.pick(people.jobs);
  return [
    { name: 'public search', share: 18, make: () => get(`/public/jobs?${search(people, random, 'call')}&limit=${pageSize}`) },
    { name: 'search page', share: 14, make: () => page(`/jobs?${search(people, random, 'page')}`) },
    { name: 'job page', share: 24, make: () => page(`/jobs/${random.pick(people.open)}`) },
    { name: 'public job', share: 4, make: () => get(`/public/jobs/${random.pick(people.open)}`) },
    {
      name: "employer's jobs",
      share: 7,
      make: () => either(random, '/jobs', 'jobs.list', { limit: pageSize }, random.pick(people.employers).token),
    },
    {
      name: 'job',
      share: 5,
      make: () => of(owned(), ({ id, owner }) => either(random, `/jobs/${id}`, 'jobs.get', { id }, owner.token)),
    },
    {
      name: 'applicants',
      share: 5,
      make: () =>
        of(owned(), ({ id, owner }) =>
          either(random, `/jobs/${id}/applicants`, 'applicants.list', { id, limit: pageSize }, owner.token),
        ),
    },
    { name: 'applicants searched', share: 2, make: () => applicantSearch(people, random) },
    { name: 'statistics', share: 1, make: () => of(owned(), ({ id, owner }) => get(`/jobs/${id}/statistics`, owner.token)) },
    {
      name: 'application',
      share: 10,
      make: () => of(people.pair(random), ({ token, jobId }) => post(`/jobs/${jobId}/apply`, {}, token)),
    },
    {
      name: 'log-in',
      share: 5,
      make: () =>
        post('/auth/login', { email: random.pick(people.emails), password, device_id: 'bench-device', role: 'employer' }),
    },
    {
      name: 'job edited',
      share: 2,
      make: () =>
        of(random.pick(people.editable), ({ id, owner }) =>
          patch(`/jobs/${id}`, { expected_pay: random.int(1000, 2500) }, owner.token),
        ),
    },
    {
      name: 'applicant tagged',
      share: 2,
      make: () =>
        of(random.pick(people.applicants), ({ id, jobId, token }) =>
          post('/jobs/applicants/tag', { job_id: jobId, applicant_id: id, text: random.pick(tags) }, token),
        ),
    },
    {
      name: 'profile edited',
      share: 1,
      make: () => patch('/member/profile', { expected_pay: random.int(900, 2200) }, random.pick(people.drivers).token),
    },
  ];
}

const of = <Of, Made>(one: Of, make: (one: Of) => Made): Made => make(one);

/** The next request of a mix. Each comes from one of many visitors. */
export function shots(kinds: readonly Kind[], seed: number): () => PlannedRequest {
  const random = randomFrom(seed);
  const every = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  return () => {
    const { name, make } = random.pick(every);
    const { headers, ...request } = make();
    const visitor = random.int(0, 19_999);
    const address = `23.${1 + (visitor % 200)}.${Math.floor(visitor / 200)}.9`;
    const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${120 + (visitor % 30)}.0.0.0 Safari/537.36`;
    return { kind: name, request: { ...request, headers: { 'x-forwarded-for': address, 'user-agent': agent, ...headers } } };
  };
}

/** A request as a browser sends it. */
const page = (path: string): Request => ({
  method: 'GET',
  path,
  headers: { accept: 'text/html', 'accept-encoding': 'gzip, br' },
});

function patch(path: string, body: Record<string, unknown>, token: string): Request {
  return { ...post(path, body, token), method: 'PATCH' };
}

/** The same read through REST or tRPC, half of employers each. */
function either(random: Random, path: string, procedure: string, input: Record<string, unknown>, token: string): Request {
  if (random.chance(0.5)) return trpc({ token, procedure, input });
  return get(`${path}${'limit' in input ? `?limit=${pageSize}` : ''}`, token);
}

/** Half of the searches have a word, most a place, some a job type. Pages name places and pages differently from calls. */
function search({ cities }: People, random: Random, kind: 'call' | 'page'): URLSearchParams {
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
  const turn = random.chance(0.1) ? random.int(1, 4) : 0;
  if (turn) parameters.set(isPage ? 'page' : 'offset', String(isPage ? turn + 1 : turn * pageSize));
  return parameters;
}

/** One in ten is for the longest list. */
function applicantSearch(people: People, random: Random): Request {
  const { id, owner } = random.chance(0.1) ? people.long : random.pick(people.jobs);
  const and = [
    { field: 'distance', operator: 'less_than', value: random.int(50, 1500) },
    { field: 'years_of_experience', operator: 'greater_than', value: random.int(0, 5) },
  ];
  const orders = [{ field: random.pick(['application_at', 'distance']), direction: random.pick(['asc', 'desc']) }];
  return post(`/jobs/${id}/applicants/search?limit=${pageSize}`, { filters: { and }, orders }, owner.token);
}
