import type { BenchData } from './data.ts';

/** The same request through REST and as the web app sends it through tRPC. */
export type Sample = { rest: Request; trpc: Request };
export type Request = { method: 'GET' | 'POST' | 'PATCH'; path: string; headers: Record<string, string>; body?: string };

/** A measured call: its sample requests, and the minimum ratio to the bare server for REST and tRPC. */
export type Target = { name: string; minRatios: { rest: number; trpc: number }; samples: Sample[] };

type Input = Record<string, unknown>;
type Call = { token?: string | undefined; procedure: string; input: Input };

const pageSize = 25;

/** Returns the reads that matter most for speed (`docs/product/running.md#speed`). */
export function createTargets(data: BenchData): Target[] {
  return [
    { name: 'job by id', minRatios: { rest: 0.4, trpc: 0.35 }, samples: data.jobs.map(sampleById) },
    {
      name: "employer's job list",
      minRatios: { rest: 0.6, trpc: 0.5 },
      samples: data.employers.map(({ token }) => sampleJobList(token)),
    },
    { name: 'applicants search', minRatios: { rest: 0.8, trpc: 0.8 }, samples: applicantSearches(data) },
    { name: 'public search', minRatios: { rest: 0.8, trpc: 0.8 }, samples: publicSearches() },
  ];
}

function sampleById({ id, owner }: BenchData['jobs'][number]): Sample {
  return {
    rest: get(`/jobs/${id}`, owner.token),
    trpc: trpc({ token: owner.token, procedure: 'jobs.get', input: { id } }),
  };
}

function sampleJobList(token: string): Sample {
  return {
    rest: get(`/jobs?limit=${pageSize}`, token),
    trpc: trpc({ token, procedure: 'jobs.list', input: { limit: pageSize } }),
  };
}

function applicantSearches({ longestJob }: BenchData): Sample[] {
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
        rest: post(`/jobs/${longestJob.id}/applicants/search?offset=${offset}&limit=${pageSize}`, search, longestJob.owner.token),
        trpc: trpc({
          token: longestJob.owner.token,
          procedure: 'applicants.list',
          input: { id: longestJob.id, ...search, offset, limit: pageSize },
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
    rest: get(`/public/jobs?${toQueryString(input)}&limit=${pageSize}`),
    trpc: trpc({ procedure: 'public.search', input: { ...input, limit: pageSize } }),
  }));
}

const toSnakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toQueryString(input: Input): string {
  return new URLSearchParams(Object.entries(input).map(([key, value]) => [toSnakeCase(key), String(value)])).toString();
}

const authorizationHeaders = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};

export function get(path: string, token?: string): Request {
  return { method: 'GET', path: `/api/1.0${path}`, headers: authorizationHeaders(token) };
}

export function post(path: string, body: Input, token?: string): Request {
  const headers = { 'content-type': 'application/json', ...authorizationHeaders(token) };
  return { method: 'POST', path: `/api/1.0${path}`, headers, body: JSON.stringify(body) };
}

/** Creates a tRPC batch of one call, as the web app sends it. */
export function trpc({ token, procedure, input }: Call): Request {
  const batch = encodeURIComponent(JSON.stringify({ 0: input }));
  return { method: 'GET', path: `/trpc/${procedure}?batch=1&input=${batch}`, headers: authorizationHeaders(token) };
}
