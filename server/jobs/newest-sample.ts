import { type SQL, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { unpreparedMark } from '#server/db/prepare.ts';

/** So many of the newest public jobs stand for all of them. */
export const sampleSize = 4_000;
/** Milliseconds for which the sample begins where it began; and after which one is looked for where there was none. */
const keptFor = 600_000;
const noneFor = 60_000;
const mostWords = 1_000;

/** The newest public jobs: since when, and which part of all they are. */
export type Sample = { since: string; share: number };
/** Rows that an index reads for a search, and which of them are finds. */
export type Reads = { rows: SQL; finds: SQL };
type Known = { until: number; sample: Promise<Sample | null>; words: Map<string, Promise<number>> };

const ofDatabase = new WeakMap<Database, Known>();

function known(db: Database): Known {
  const before = ofDatabase.get(db);
  if (before && before.until > Date.now()) return before;
  const sample = readSample(db);
  const found: Known = { until: Date.now() + keptFor, sample, words: new Map() };
  sample.then(
    (read) => {
      if (!read) found.until = Date.now() + noneFor;
    },
    () => ofDatabase.delete(db),
  );
  ofDatabase.set(db, found);
  return found;
}

/**
 * How far back the newest jobs go that a search is tried on first; null where there are hardly more of them. Nothing that is
 * answered depends on it, only the way to it: a node keeps it for ten minutes.
 */
export async function newestSample(db: Database): Promise<Sample | null> {
  return known(db).sample;
}

async function readSample(db: Database): Promise<Sample | null> {
  const [row] = await db.execute<{ since: string | null; posted: number }>(sql`
    select (select ${jobs.postingDate}::text from ${jobs} where ${jobs.status} = 'POSTED'
        order by ${jobs.postingDate} desc, ${jobs.id} desc offset ${sampleSize} limit 1) as since,
      (select greatest(reltuples, 0)::int from pg_class where oid = 'jobs_public_newest_index'::regclass) as posted`);
  if (!row?.since || row.posted < 2 * sampleSize) return null;
  return { since: row.since, share: sampleSize / row.posted };
}

const inSample = ({ since }: Sample) => sql`${jobs.status} = 'POSTED' and ${jobs.postingDate} > ${since}::timestamptz`;

/** Whether more than so many jobs answer to a condition that is worded to be walked, as far as the sample tells. */
export async function seemMoreThan(db: Database, sample: Sample, most: number, walked: SQL): Promise<boolean> {
  const enough = Math.max(1, Math.ceil(most * sample.share));
  const [row] = await db.execute<{ n: number }>(sql`
    select n from (
      select count(*)::int as n from (select from ${jobs} where ${inSample(sample)} and ${walked} limit ${enough}) seen
    ) counted`);
  return row?.n === enough;
}

/**
 * Whether a page costs less read newest first, until it is full, than out of all that an index reads for the finds; as far as
 * the sample tells. A row that is read there costs as much as three that are passed by here.
 */
export async function seemSoonerWalked(db: Database, sample: Sample, reads: Reads, page: number): Promise<boolean> {
  const [row] = await db.execute<{ read: number; found: number }>(sql`
    select read, found from (
      select count(*)::int as read, (count(*) filter (where ${reads.finds}))::int as found from ${jobs}
      where ${inSample(sample)} and ${reads.rows}
    ) counted`);
  return row !== undefined && row.found > 0 && (page / row.found) * sampleSize < (3 * row.read) / sample.share;
}

type Brought = { broughtKey: string; brought: SQL };

/** How many jobs the indexes bring in for each word, as far as the sample tells; what is known of a word is kept as long as it. */
export async function seemToBring(db: Database, sample: Sample, words: readonly Brought[]): Promise<number[]> {
  const kept = known(db).words;
  if (kept.size > mostWords) kept.clear();
  const unknown = words.filter(({ broughtKey }) => !kept.has(broughtKey));
  if (unknown.length > 0) {
    const counts = countWords(db, sample, unknown);
    for (const [n, { broughtKey }] of unknown.entries())
      kept.set(
        broughtKey,
        counts.then((list) => list[n] ?? 0),
      );
    counts.catch(() => unknown.forEach(({ broughtKey }) => kept.delete(broughtKey)));
  }
  const seen = await Promise.all(words.map(async ({ broughtKey }) => (await kept.get(broughtKey)) ?? 0));
  return seen.map((n) => n / sample.share);
}

async function countWords(db: Database, sample: Sample, words: readonly Brought[]): Promise<number[]> {
  const counts = words.map(({ brought }) => sql`count(*) filter (where ${brought})`);
  const [row] = await db.execute<{ counts: number[] }>(sql`
    select array[${sql.join(counts, sql`, `)}]::int[] as counts ${sql.raw(unpreparedMark)} from ${jobs} where ${inSample(sample)}`);
  return row?.counts ?? [];
}
