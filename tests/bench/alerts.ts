/**
 * `node tests/bench/alerts.ts`: matches 5,000 new jobs among 50,000 with 100,000 saved searches of 40,000 drivers and writes the
 * messages, on a temporary PostgreSQL server. It prints the times and the memory, and exits with 1 if one worker takes more than
 * five minutes. Run it on an idle machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { savedSearches } from '#drizzle/schema/searches.ts';
import { createEvents } from '#server/db/notify.ts';
import { openDatabase } from '#server/db/open.ts';
import { biggestCities, type City, generate } from '#server/demo/generate.ts';
import { type Random, randomFrom } from '#server/demo/vocabulary.ts';
import { placeColumns, requirementColumns, searchKey } from '#server/drivers/saved-searches/compile-search.ts';
import { matchNewJobs } from '#server/drivers/saved-searches/match-jobs.ts';
import { notifyMatches } from '#server/drivers/saved-searches/notify-matches.ts';
import { seedPlaces } from '#server/places/cities.ts';
import { openKeys } from '#server/session/keys.ts';
import { codes, endorsements, homeTimes, jobTypes, requiredExperiences } from '#shared/catalogues.ts';
import { dayMs } from '#shared/days.ts';
import { alertFrequencies } from '#shared/drivers/saved-search.ts';
import { searchRadii, type SearchFilters } from '#shared/jobs/public-job.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { runUntilDone } from '#tests/helpers/run-until-done.ts';

const amounts = { companies: 2000, jobs: 50_000, drivers: 40_000, applications: 0 };
const searchCount = 100_000;
const newJobCount = 5000;
const maxMinutes = 10;

const queries = [
  'reefer',
  'flatbed',
  'dry van',
  'tanker hazmat',
  'cdl a regional',
  'no touch',
  'dedicated',
  'local',
  'otr',
  'owner operator',
];

/** As drivers search: most around a city, some in a state, few in the whole country, each with up to three filters. */
function randomSearch(random: Random, cities: readonly City[]) {
  const city = random.pick(cities);
  const radius = random.pick([...searchRadii]);
  const kind = random.next();
  const place: SearchFilters =
    kind < 0.8 ? { city: city.name, state: city.state, radius } : kind < 0.93 ? { state: city.state } : {};
  const filters: SearchFilters = {
    ...place,
    ...((random.chance(0.6) || kind >= 0.93) && { query: random.pick(queries) }),
    ...(random.chance(0.3) && { jobType: [random.pick(codes(jobTypes))] }),
    ...(random.chance(0.2) && { homeTime: [random.pick(codes(homeTimes))] }),
    ...(random.chance(0.2) && { requiredExperience: random.pick(codes(requiredExperiences)) }),
    ...(random.chance(0.2) && { payMin: random.int(8, 25) * 100 }),
    ...(random.chance(0.1) && { endorsements: random.pickSome(codes(endorsements), 3) }),
  };
  const around = kind < 0.8 ? { center: city, end: null, miles: radius } : null;
  return { filters, area: { around, isUnknown: false } };
}

const cluster = await startCluster({ settings: { synchronous_commit: 'off', shared_buffers: '512MB' } });
if (!cluster) throw new Error('This needs a PostgreSQL server: install postgresql');
const folder = mkdtempSync(join(tmpdir(), 'haulboard-alerts-'));
const { db, sql: client, close } = await openDatabase({ url: `${cluster.url}/postgres`, dataDir: folder });
const print = (line: string) => process.stdout.write(`${line}\n`);

async function fill(): Promise<void> {
  await seedPlaces(client);
  await generate(db, amounts);
  const random = randomFrom(42);
  const cities = await biggestCities(db, 400);
  const people = await db.execute<{ id: string }>(sql`select user_id as id from drivers order by user_id`);
  const rows = Array.from({ length: searchCount }, (_, n) => {
    const { filters, area } = randomSearch(random, cities);
    return {
      id: newId(),
      driverId: people[n % people.length]?.id ?? '',
      name: `Search ${n}`,
      filters,
      key: `${searchKey(filters)} ${n}`,
      frequency: random.pick(codes(alertFrequencies)),
      ...placeColumns(filters, area),
      ...requirementColumns(filters, area),
    };
  });
  for (let start = 0; start < rows.length; start += 1000) await db.insert(savedSearches).values(rows.slice(start, start + 1000));
  await db.execute(sql`update users set email_verified_at = now()`);
  await db.execute(sql`update jobs set searches_matched_at = null, posting_date = now() - interval '1 minute', is_global = random() < 0.01
    where id in (select job_id from job_search_documents order by job_id limit ${newJobCount})`);
  await db.execute(sql`vacuum analyze`);
}

async function measure(name: string, work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await work();
  const seconds = (performance.now() - start) / 1000;
  const memory = Math.round(process.memoryUsage().rss / 1024 / 1024);
  print(`${name}: ${count} in ${seconds.toFixed(1)} s, ${memory} MB`);
  return seconds;
}

/** The longest time that an update of a new job waits for the worker, in milliseconds. */
async function longestWait(isDone: () => boolean): Promise<number> {
  let longest = 0;
  while (!isDone()) {
    const start = performance.now();
    await db.execute(sql`update jobs set updated_at = updated_at where id = (
      select id from jobs where searches_matched_at is null and status = 'POSTED' order by random() limit 1)`);
    longest = Math.max(longest, performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return longest;
}

try {
  await measure('prepared', () => fill().then(() => searchCount));
  let isDone = false;
  const waiting = longestWait(() => isDone);
  const matchSeconds = await measure('matched jobs', () => runUntilDone(() => matchNewJobs(db)));
  isDone = true;
  print(`the longest update of a new job meanwhile: ${Math.round(await waiting)} ms`);
  const [matches] = await db.execute<{ count: number; mb: number }>(sql`
    select count(*)::int as count, pg_total_relation_size('search_matches') / 1048576 as mb from search_matches`);
  print(`matches: ${matches?.count}, ${matches?.mb} MB`);
  const events = await createEvents(client);
  const keys = openKeys({ current: undefined }, folder);
  const tellSeconds = await measure('told drivers', () =>
    runUntilDone(() => notifyMatches({ db, events, keys }, new Date(Date.now() + 8 * dayMs))),
  );
  await events.close();
  const minutes = (matchSeconds + tellSeconds) / 60;
  print(`one worker: ${minutes.toFixed(1)} minutes`);
  if (minutes > maxMinutes) process.exitCode = 1;
} finally {
  await close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
