import type { Sql } from 'postgres';
import { percentile, type Row, formatNumber, formatVerdict } from './numbers.ts';
import { measureMs } from './pages.ts';
import type { Recorder } from './record.ts';
import { get, type Request } from './targets.ts';

const searchCount = 400;

/** The parts of a search are chosen independently. An empty part is left out of the search. */
const searchParts: readonly (readonly Record<string, string>[])[] = [
  [
    {},
    { query: 'driver' },
    { query: 'reefer' },
    { query: 'flatbed driver' },
    { query: 'regional dry van' },
    { query: 'hazmat tanker' },
    { query: 'no touch' },
    { query: 'fuel nights reno' },
    { query: 'dedic' },
    { query: 'zeppelin' },
  ],
  [
    {},
    {},
    { state: 'TX' },
    { city: 'Dallas', state: 'TX', radius: '100' },
    { city: 'Omaha', state: 'NE', radius: '250' },
    { city: 'Chicago', state: 'IL', radius: '50' },
    { postal_code: '68102', radius: '500' },
  ],
  [
    {},
    {},
    { job_type: 'dryVan' },
    { home_time: 'HD' },
    { pay_min: '1400' },
    { required_experience: 'M6' },
    { endorsements: 'N', second_chance: 'true' },
  ],
  [{}, {}, { sort: 'pay' }, { sort: 'newest' }],
  [{}, {}, {}, { offset: '25' }, { offset: '250' }],
];

/** Returns a seeded generator of numbers from 0 to 1. Every run then measures the same searches. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function generateSearches(): Request[] {
  const random = createRandom(18);
  return Array.from({ length: searchCount }, () => {
    const selectedParts = searchParts.map((options) => options[Math.floor(random() * options.length)] ?? {});
    const query = new URLSearchParams(Object.assign({ limit: '25' }, ...selectedParts) as Record<string, string>);
    return get(`/public/jobs?${query.toString()}`);
  });
}

/** Runs many different public searches once, on one database connection, and returns percentiles of their milliseconds. */
export async function measureSearches(recorder: Recorder, sql: Sql): Promise<Row[]> {
  const durations: number[] = [];
  for (const request of generateSearches()) durations.push(await measureMs(sql, (await recorder.record(request, 'once')).flat()));
  const rows: [string, number, number][] = [
    ['half', 0.5, 10],
    ['99 of 100', 0.99, 100],
  ];
  return rows.map(([name, share, maxMs]) => {
    const milliseconds = percentile(durations, share);
    return [`${name} of ${searchCount} searches`, formatNumber(milliseconds), `≤ ${maxMs}`, formatVerdict(milliseconds <= maxMs)];
  });
}

export const searchColumns = ['public searches (statements in the database)', 'ms', 'bound', ''];
