import type { Sql } from 'postgres';
import { percentile, type Row, show, verdict } from './numbers.ts';
import { timeOnce } from './pages.ts';
import type { Recorder } from './record.ts';
import { get, type Request } from './targets.ts';

const amount = 400;

/** The parts of a search are chosen independently. An empty part is a search without it. */
const parts: readonly (readonly Record<string, string>[])[] = [
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

/** Repeatable numbers from 0 to 1, so that every run measures the same searches. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function searches(): Request[] {
  const random = randomNumbers(18);
  return Array.from({ length: amount }, () => {
    const chosen = parts.map((options) => options[Math.floor(random() * options.length)] ?? {});
    const query = new URLSearchParams(Object.assign({ limit: '25' }, ...chosen) as Record<string, string>);
    return get(`/public/jobs?${query.toString()}`);
  });
}

/** The milliseconds of many different public searches in the database, each run once on one connection. */
export async function searchTimes(recorder: Recorder, sql: Sql): Promise<Row[]> {
  const found: number[] = [];
  for (const request of searches()) found.push(await timeOnce(sql, (await recorder.record(request, 'once')).flat()));
  const rows: [string, number, number][] = [
    ['half', 0.5, 10],
    ['99 of 100', 0.99, 100],
  ];
  return rows.map(([name, share, most]) => {
    const milliseconds = percentile(found, share);
    return [`${name} of ${amount} searches`, show(milliseconds), `≤ ${most}`, verdict(milliseconds <= most)];
  });
}

export const searchesHead = ['public searches (statements in the database)', 'ms', 'bound', ''];
