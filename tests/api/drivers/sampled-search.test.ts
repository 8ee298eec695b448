import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, rowOfJob } from '#server/demo/builders.ts';
import { bulkInsert } from '#server/demo/bulk.ts';
import { newestSample, sampleSize } from '#server/jobs/newest-sample.ts';
import { cellOf, milesBetween, type Point } from '#server/places/cells.ts';
import { codes, endorsements, homeTimes, jobTypes, requiredExperiences } from '#shared/catalogues.ts';
import { coveredEndorsements } from '#shared/driver.ts';
import { mostCounted, mostFound } from '#shared/paging.ts';
import type { SearchPublicJobs } from '#shared/public-job.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { inSearchOrder, keyOf } from '#tests/helpers/search-oracle.ts';

/** Among so many jobs a sample of the newest decides by which way a search goes: whichever it is, it finds the same. */

type Job = ReturnType<typeof rowOfJob>;

const many = 3 * sampleSize;
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
const towns = [
  { city: 'Dallas', state: 'TX', postalCode: '75201', latitude: 32.7904, longitude: -96.8044 },
  { city: 'Fort Worth', state: 'TX', postalCode: '76102', latitude: 32.7582, longitude: -97.3328 },
  { city: 'Omaha', state: 'NE', postalCode: '68102', latitude: 41.2587, longitude: -95.9378 },
  { city: 'Reno', state: 'NV', postalCode: '89501', latitude: 39.5261, longitude: -119.8127 },
  { city: 'Chicago', state: 'IL', postalCode: '60601', latitude: 41.8858, longitude: -87.6229 },
];
/** The last stands in the eldest hundred jobs only, where no sample sees it. */
const titles = [
  'CDL-A Regional Driver',
  'OTR Reefer Driver',
  'Fuel Tanker Driver, Nights',
  'Livestock Hauler',
  '100% owner deal',
];
const eldest = 'Antique_carriage mover';

let t: TestApp;
let open: Job[];
/** Where a radius is measured from: what the place index says of the postal code. */
let centers: Map<string, Point>;

beforeAll(async () => {
  t = await startTestApp();
  const { db, sql } = t.services;
  const { id } = await makeCompany(db, { companyName: 'Prairie Freight' });
  // Hashed, so that no two answers go together.
  const mix = (n: number, salt: number) => (((n + 1) * 2_654_435_761 * salt) % 4_294_967_296) >>> 9;
  open = Array.from({ length: many }, (_, n) => {
    const town = n % 211 === 0 ? towns[3]! : at([towns[0]!, towns[1]!, towns[2]!, towns[4]!], mix(n, 3));
    const [latitude, longitude] = [town.latitude + (mix(n, 5) % 100) / 60, town.longitude + (mix(n, 7) % 100) / 60];
    return rowOfJob(id, {
      ...town,
      latitude,
      longitude,
      cell: cellOf(latitude, longitude),
      title: n >= many - 100 ? eldest : at(titles, mix(n, 11)),
      jobType: at(codes(jobTypes), mix(n, 13)),
      requiredExperience: at(codes(requiredExperiences), mix(n, 17)),
      homeTime: at(codes(homeTimes), mix(n, 19)),
      endorsements: mix(n, 23) % 3 ? [] : [at(codes(endorsements), mix(n, 29))],
      salaryType: 'weekly',
      expectedPayCents: 90_000 + (mix(n, 31) % 100) * 1000,
      postingDate: daysFromNow(-1 - n / many),
      promotedUntil: n % 97 === 0 ? daysFromNow(3) : null,
      boostUntil: n % 301 === 0 ? daysFromNow(2) : null,
    });
  });
  await bulkInsert(db, jobs, open);
  await sql`vacuum analyze jobs`;
  const places = await sql<(Point & { zip: string })[]>`
    select zip, latitude, longitude from postal_codes where zip in ${sql(towns.map(({ postalCode }) => postalCode))}`;
  centers = new Map(places.map((place) => [place.zip, place]));
}, 120_000);
afterAll(() => t.close());

const inOrder = (list: Job[], { radius, sort, postalCode }: Partial<SearchPublicJobs>) => {
  const from = radius ? (centers.get(postalCode ?? '') ?? null) : null;
  return inSearchOrder(list, keyOf(sort ?? (from ? 'nearest' : 'newest'), from));
};
const labels = new Map<string, string>(jobTypes.map(({ code, label }) => [code, label.toLowerCase()]));
const rank = (code: string) => codes(requiredExperiences).findIndex((known) => known === code);

/** Each different word once, without quotes, commas, semicolons and brackets around it and full stops behind it. */
function wordsIn(query: string): Set<string> {
  const bare = (word: string) => /^[^\w%_#+/&-]*(.*?)[^\w%_#+/&-]*$/.exec(word)?.[1] || word;
  return new Set(query.toLowerCase().split(/\s+/).filter(Boolean).map(bare));
}

function fits(job: Job, { query, postalCode, radius, state, ...asked }: Partial<SearchPublicJobs>): boolean {
  const center = centers.get(postalCode ?? '');
  const hasWord = (word: string) =>
    job.title.toLowerCase().includes(word) ||
    labels.get(job.jobType)?.includes(word) ||
    job.city.toLowerCase() === word ||
    'prairie freight'.includes(word);
  const words = wordsIn(query ?? '');
  return (
    words.size <= 16 &&
    [...words].every(hasWord) &&
    (!center || !radius || milesBetween(center, job) <= radius) &&
    (!state || job.state === state) &&
    (!asked.jobType || asked.jobType.includes(job.jobType)) &&
    (!asked.homeTime || asked.homeTime.includes(job.homeTime)) &&
    (!asked.requiredExperience || rank(job.requiredExperience) <= rank(asked.requiredExperience)) &&
    (!asked.endorsements ||
      (job.endorsements ?? []).every((code) => coveredEndorsements(asked.endorsements ?? []).includes(code))) &&
    (!asked.payMin || (job.expectedPayCents ?? 0) >= asked.payMin * 100)
  );
}

async function finds(input: Partial<SearchPublicJobs>, offset = 0) {
  const expected = inOrder(
    open.filter((job) => fits(job, input)),
    input,
  );
  const page = await (await t.as(null)).public.search({ offset, limit: 25, ...input });
  const most = input.query ? mostFound : mostCounted;
  expect(page.items.map((job) => job.id)).toEqual(expected.slice(offset, offset + 25).map((job) => job.id));
  const isLast = page.items.length > 0 && page.items.length < 25;
  expect(page.pagination.total).toBe(isLast ? expected.length : Math.min(most, expected.length));
  return expected.length;
}

test('there are jobs enough for a sample', async () => {
  const sample = await newestSample(t.services.db);
  expect(sample?.share).toBeCloseTo(sampleSize / many, 1);
});

test.for<[string, Partial<SearchPublicJobs>]>([
  ['a common word', { query: 'driver' }],
  ['common words', { query: 'fuel nights driver' }],
  ['a rare word among common ones', { query: 'fuel nights reno' }],
  ['a word that no sample sees', { query: 'carriage' }],
  ['signs as they are, in a word that no sample sees', { query: 'e_c' }],
  ['more words than six', { query: 'fuel tanker driver nights prairie freight uel anker reno' }],
  ['words in quotes and commas', { query: '"Fuel", (tanker) driver; ‘nights’ prairie freight. reno,' }],
  ['words among few types, with commas', { query: 'fuel, "driver"', jobType: ['tanker', 'bus'] }],
  ['the same word many times', { query: 'driver Driver, DRIVER '.repeat(8).trim() }],
  ['sixteen words', { query: 'f u e l t a n k r d i v g h s fuel' }],
  ['more words than sixteen', { query: 'f u e l t a n k r d i v g h s fuel tanker' }],
  ['a word that is nowhere', { query: 'zeppelin driver' }],
  [
    'a rare word in a wide circle',
    { query: 'driver reno', postalCode: '89501', radius: 300, jobType: ['tanker', 'bus', 'mixer'] },
  ],
  ['a word among few types', { query: 'Livestock', jobType: ['tanker', 'bus'] }],
  ['words among few types in a wide circle', { query: 'fuel rive', postalCode: '68102', radius: 500, jobType: ['mixer'] }],
  ['a word that no sample sees, among few types', { query: 'carriage', jobType: ['bus', 'mixer', 'tanker'] }],
  ['signs as they are, among few types', { query: 'e_c', jobType: ['bus', 'mixer', 'tanker', 'reefer', 'hotShot'] }],
  ['the word of a type, among others', { query: 'reefer', jobType: ['tanker', 'bus'] }],
  ['two letters among few types', { query: 'iv', jobType: ['tanker'] }],
  ['a city among few types', { query: 'reno', jobType: ['tanker', 'bus', 'mixer', 'hotShot'] }],
  ['a company among few types', { query: 'prairie nights', jobType: ['tanker', 'bus'] }],
  ['a narrow circle', { query: 'driver', postalCode: '75201', radius: 20 }],
  ['a wide circle', { postalCode: '68102', radius: 500 }],
  ['a wide circle, a word and filters', { query: 'reefer', postalCode: '68102', radius: 500, homeTime: ['D3'], payMin: 1500 }],
  ['a wide circle and types', { postalCode: '60601', radius: 400, jobType: ['tanker'], requiredExperience: 'CS' }],
  ['a state', { state: 'NV', query: 'driver' }],
  ['the highest pay', { sort: 'pay', query: 'driver' }],
  ['the highest pay in a wide circle', { sort: 'pay', postalCode: '68102', radius: 500 }],
  ['the newest in a wide circle', { sort: 'newest', postalCode: '68102', radius: 500 }],
  ['filters alone', { jobType: ['bus'], homeTime: ['HD', 'O'], endorsements: ['H'] }],
  ['a filter that lets few through', { requiredExperience: 'CS', payMin: 1880 }],
])('%s', async ([, input]) => {
  const total = await finds(input);
  expect(total > 0).toBe(input.query !== 'zeppelin driver' && !input.query?.endsWith('fuel tanker'));
  await finds(input, Math.max(0, total - 30));
  await finds(input, Math.floor(total / 2));
});

const some = <T>(list: readonly [T, ...T[]]) => fc.option(fc.subarray([...list], { minLength: 1 }), { nil: undefined });
const one = <T>(...list: readonly T[]) => fc.option(fc.constantFrom(...list), { nil: undefined });
const search = fc
  .record({
    query: one(
      'driver',
      'reefer',
      'nights reno',
      'livestock',
      'tanker fuel',
      'carriage',
      'freight',
      'fuel, "nights" ni gh ht ts reno',
    ),
    place: one(...towns.flatMap(({ postalCode }) => [20, 90, 250, 500].map((radius) => ({ postalCode, radius })))),
    jobType: some(codes(jobTypes)),
    homeTime: some(codes(homeTimes)),
    requiredExperience: one(...codes(requiredExperiences)),
    endorsements: some(codes(endorsements)),
    payMin: one(950, 1400, 1800),
    sort: one('newest', 'pay', 'nearest'),
    offset: fc.constantFrom(0, 0, 25, 400),
  })
  .map(({ place, sort, ...rest }) => ({ ...rest, ...place, sort: sort === 'nearest' && !place ? undefined : sort }));

test('any of it together', async () => {
  await fc.assert(
    fc.asyncProperty(search, async ({ offset, ...input }) => {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      await finds(given, offset);
    }),
    { numRuns: 60 },
  );
}, 60_000);
