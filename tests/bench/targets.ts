import type { BenchData } from './data.ts';

/** One request, as REST and as the web's tRPC client sends it. */
export type Sample = { rest: Request; trpc: Request };
export type Request = { method: 'GET' | 'POST' | 'PATCH'; path: string; headers: Record<string, string>; body?: string };

/** A measured call: many samples of it, and the minimum ratio to the bare server for REST and tRPC. */
export type Target = { name: string; bounds: { rest: number; trpc: number }; samples: Sample[] };

type Input = Record<string, unknown>;
type Call = { token?: string | undefined; procedure: string; input: Input };

const pageSize = 25;

/** The reads that matter most for speed (`docs/product/running.md#speed`). */
export function targetsOf(data: BenchData): Target[] {
  return [
    { name: 'job by id', bounds: { rest: 0.4, trpc: 0.35 }, samples: data.jobs.map(sampleById) },
    { name: "employer's job list", bounds: { rest: 0.6, trpc: 0.5 }, samples: data.employers.map(({ token }) => jobList(token)) },
    { name: 'applicants search', bounds: { rest: 0.8, trpc: 0.8 }, samples: applicantSearches(data) },
    { name: 'public search', bounds: { rest: 0.8, trpc: 0.8 }, samples: publicSearches() },
  ];
}

function sampleById({ id, owner }: BenchData['jobs'][number]): Sample {
  return {
    rest: get(`/jobs/${id}`, owner.token),
    trpc: trpc({ token: owner.token, procedure: 'jobs.get', input: { id } }),
  };
}

function jobList(token: string): Sample {
  return {
    rest: get(`/jobs?limit=${pageSize}`, token),
    trpc: trpc({ token, procedure: 'jobs.list', input: { limit: pageSize } }),
  };
}

function applicantSearches({ long }: BenchData): Sample[] {
  const names = ['mar', 'hol', 'dana', 'ngu', 'ray', 'ez', 'tran', 'los'];
  return names.flatMap((name, n) =>
    [0, 250].map((offset) => {
      const and = [
        { field: 'applicant', operator: 'ilike', value: name },
        { field: 'distance', operator: 'less_than', value: 2000 + n * 50 },
        { field: 'years_of_experience', operator: 'greater_than', value: 1 },
      ];
      const orders = [{ field: n % 2 ? 'application_at' : 'distance', direction: n % 2 ? 'desc' : 'asc' }];
      const search = { filters: { and }, orders };
      return {
        rest: post(`/jobs/${long.id}/applicants/search?offset=${offset}&limit=${pageSize}`, search, long.owner.token),
        trpc: trpc({
          token: long.owner.token,
          procedure: 'applicants.list',
          input: { id: long.id, ...search, offset, limit: pageSize },
        }),
      };
    }),
  );
}

function publicSearches(): Sample[] {
  const inputs: Input[] = [
    { query: 'reefer driver' },
    { query: 'flatbed', state: 'TX' },
    { city: 'Dallas', state: 'TX', radius: 100 },
    { query: 'driver', city: 'Chicago', state: 'IL', radius: 50 },
    { state: 'OH', jobType: ['dryVan'], payMin: 1400 },
    { query: 'tanker', endorsements: ['N', 'H'] },
    { postalCode: '68102', radius: 150, requiredExperience: 'M6' },
    { query: 'regional dry van' },
  ];
  return inputs.map((input) => ({
    rest: get(`/public/jobs?${query(input)}&limit=${pageSize}`),
    trpc: trpc({ procedure: 'public.search', input: { ...input, limit: pageSize } }),
  }));
}

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function query(input: Input): string {
  return new URLSearchParams(Object.entries(input).map(([key, value]) => [snake(key), String(value)])).toString();
}

const bearer = (token: string | undefined): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {});

export function get(path: string, token?: string): Request {
  return { method: 'GET', path: `/api/1.0${path}`, headers: bearer(token) };
}

export function post(path: string, body: Input, token?: string): Request {
  const headers = { 'content-type': 'application/json', ...bearer(token) };
  return { method: 'POST', path: `/api/1.0${path}`, headers, body: JSON.stringify(body) };
}

/** A batch of one call, as the web client sends it. */
export function trpc({ token, procedure, input }: Call): Request {
  const batch = encodeURIComponent(JSON.stringify({ 0: input }));
  return { method: 'GET', path: `/trpc/${procedure}?batch=1&input=${batch}`, headers: bearer(token) };
}
