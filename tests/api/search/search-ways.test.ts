import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, rowOfJob, bulkInsert } from '#server/demo/builders.ts';
import { cellOf, milesBetween, type Point } from '#server/places/cells.ts';
import { codes, endorsements, homeTimes, jobTypes, requiredExperiences } from '#shared/catalogues.ts';
import { expandEndorsements } from '#shared/drivers/driver.ts';
import type { SearchPublicJobs } from '#shared/jobs/public-job.ts';
import { maxSearchTotal } from '#shared/lists/paging.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { sortBySearchOrder, getSortKey } from '#tests/helpers/search-oracle.ts';

/** However a search is read, it finds what a plain filter over all jobs finds. */

type Job = ReturnType<typeof rowOfJob>;

const many = 4_000;
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
const towns = [
  { city: 'Dallas', state: 'TX', postalCode: '75201', latitude: 32.7904, longitude: -96.8044 },
  { city: 'Fort Worth', state: 'TX', postalCode: '76102', latitude: 32.7582, longitude: -97.3328 },
  { city: 'Omaha', state: 'NE', postalCode: '68102', latitude: 41.2587, longitude: -95.9378 },
  { city: 'Reno', state: 'NV', postalCode: '89501', latitude: 39.5261, longitude: -119.8127 },
  { city: 'Chicago', state: 'IL', postalCode: '60601', latitude: 41.8858, longitude: -87.6229 },
];
const titles = [
  'CDL-A Regional Driver',
  'OTR Reefer Driver',
  'Fuel Tanker Driver, Nights',
  'Livestock Hauler',
  '100% owner deal',
];
/** The title of the oldest hundred jobs. */
const oldest = 'Antique_carriage mover';

let t: TestApp;
let open: Job[];
/** The center of a radius: the location of the ZIP code in the place index. */
let centers: Map<string, Point>;

beforeAll(async () => {
  t = await startTestApp();
  const { db, sql } = t.services;
  const { id } = await makeCompany(db, { companyName: 'Prairie Freight' });
  // Hashed, so that the fields are independent of each other.
  const hashOf = (n: number, salt: number) => (((n + 1) * 2_654_435_761 * salt) % 4_294_967_296) >>> 9;
  open = Array.from({ length: many }, (_, n) => {
    const town = n % 211 === 0 ? towns[3]! : at([towns[0]!, towns[1]!, towns[2]!, towns[4]!], hashOf(n, 3));
    const [latitude, longitude] = [town.latitude + (hashOf(n, 5) % 100) / 60, town.longitude + (hashOf(n, 7) % 100) / 60];
    return rowOfJob(id, {
      ...town,
      latitude,
      longitude,
      cell: cellOf(latitude, longitude),
      title: n >= many - 100 ? oldest : at(titles, hashOf(n, 11)),
      jobType: at(codes(jobTypes), hashOf(n, 13)),
      requiredExperience: at(codes(requiredExperiences), hashOf(n, 17)),
      homeTime: at(codes(homeTimes), hashOf(n, 19)),
      endorsements: hashOf(n, 23) % 3 ? [] : [at(codes(endorsements), hashOf(n, 29))],
      salaryType: 'weekly',
      expectedPayCents: 90_000 + (hashOf(n, 31) % 100) * 1000,
      postingDate: daysFromNow(-1 - n / many),
      promotedUntil: n % 97 === 0 ? daysFromNow(3) : null,
      boostUntil: n % 301 === 0 ? daysFromNow(2) : null,
    });
  });
  await bulkInsert(db, jobs, open);
  await sql`vacuum analyze jobs, job_search_documents`;
  const places = await sql<(Point & { zip: string })[]>`
    select zip, latitude, longitude from postal_codes where zip in ${sql(towns.map(({ postalCode }) => postalCode))}`;
  centers = new Map(places.map((place) => [place.zip, place]));
}, 120_000);
afterAll(() => t.close());

const inOrder = (list: Job[], { radius, sort, postalCode }: Partial<SearchPublicJobs>) => {
  const from = radius ? (centers.get(postalCode ?? '') ?? null) : null;
  return sortBySearchOrder(list, getSortKey(sort ?? (from ? 'nearest' : 'newest'), from));
};
const rank = (code: string) => codes(requiredExperiences).findIndex((known) => known === code);

/** The words that find a job, written by hand: title, company, city, state and description, and the labels of its properties. */
const documentOf = (job: Job) => {
  const facts = [
    ...jobTypes.filter(({ code }) => code === job.jobType),
    ...endorsements.filter(({ code }) => job.endorsements?.includes(code)),
    ...homeTimes.filter(({ code }) => code === job.homeTime && code !== 'O'),
  ];
  return [
    job.title,
    'Prairie Freight',
    job.city,
    job.state,
    job.descriptionText,
    ...facts.map(({ label }) => writeText(label, 'en')),
  ]
    .join(' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
};

const singular = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word);

function fits(job: Job, { query, postalCode, radius, state, ...asked }: Partial<SearchPublicJobs>): boolean {
  const center = centers.get(postalCode ?? '');
  const queryWords = (query ?? '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const listed = documentOf(job);
  return (
    queryWords.every((word) => listed.some((part) => part.startsWith(singular(word)))) &&
    (!center || !radius || milesBetween(center, job) <= radius) &&
    (!state || job.state === state) &&
    (!asked.jobType || asked.jobType.includes(job.jobType)) &&
    (!asked.homeTime || asked.homeTime.includes(job.homeTime)) &&
    (!asked.requiredExperience || rank(job.requiredExperience) <= rank(asked.requiredExperience)) &&
    (!asked.endorsements ||
      (job.endorsements ?? []).every((code) => expandEndorsements(asked.endorsements ?? []).includes(code))) &&
    (!asked.payMin || (job.expectedPayCents ?? 0) >= asked.payMin * 100)
  );
}

async function finds(input: Partial<SearchPublicJobs>, offset = 0) {
  const expected = inOrder(
    open.filter((job) => fits(job, input)),
    input,
  );
  const page = await (await t.createCallerFor(null)).public.search({ offset, limit: 25, ...input });
  expect(page.items.map((job) => job.id)).toEqual(expected.slice(offset, offset + 25).map((job) => job.id));
  const isLast = page.items.length > 0 && page.items.length < 25;
  expect(page.pagination.total).toBe(isLast ? expected.length : Math.min(maxSearchTotal, expected.length));
  return expected.length;
}

test.for<[string, Partial<SearchPublicJobs>]>([
  ['a common word', { query: 'driver' }],
  ['common words', { query: 'fuel nights driver' }],
  ['a rare word among common ones', { query: 'fuel nights reno' }],
  ['a word of the oldest jobs', { query: 'carriage' }],
  ['two words with an underscore between them', { query: 'antique_carriage' }],
  ['words in quotes and commas', { query: '"Fuel", (driver); ‘nights’ prairie freight. reno,' }],
  ['words among few types, with commas', { query: 'fuel, "driver"', jobType: ['tanker', 'bus'] }],
  ['the same word many times', { query: 'driver Driver, DRIVER '.repeat(8).trim() }],
  ['a word that is nowhere', { query: 'zeppelin driver' }],
  [
    'a rare word in a wide circle',
    { query: 'driver reno', postalCode: '89501', radius: 300, jobType: ['tanker', 'bus', 'mixer'] },
  ],
  ['a word among few types', { query: 'hauler', jobType: ['tanker', 'bus'] }],
  ['words among few types in a wide circle', { query: 'fuel driv', postalCode: '68102', radius: 500, jobType: ['mixer'] }],
  ['a word of the oldest jobs among few types', { query: 'carriage', jobType: ['bus', 'mixer', 'tanker'] }],
  ['a city among few types', { query: 'reno', jobType: ['tanker', 'bus', 'mixer', 'hotShot'] }],
  ['a company among few types', { query: 'prairie nights', jobType: ['tanker', 'bus'] }],
  ['a narrow circle', { query: 'driver', postalCode: '75201', radius: 20 }],
  ['a wide circle', { postalCode: '68102', radius: 500 }],
  ['a wide circle, a word and filters', { query: 'driver', postalCode: '68102', radius: 500, homeTime: ['D3'], payMin: 1500 }],
  ['a wide circle and types', { postalCode: '60601', radius: 400, jobType: ['tanker'], requiredExperience: 'CS' }],
  ['a state', { state: 'NV', query: 'driver' }],
  ['the highest pay', { sort: 'pay', query: 'driver' }],
  ['the highest pay in a wide circle', { sort: 'pay', postalCode: '68102', radius: 500 }],
  ['the newest in a wide circle', { sort: 'newest', postalCode: '68102', radius: 500 }],
  ['filters alone', { jobType: ['bus'], homeTime: ['HD', 'O'], endorsements: ['H'] }],
  ['a filter that lets few through', { requiredExperience: 'CS', payMin: 1880 }],
])('%s', async ([, input]) => {
  const total = await finds(input);
  expect(total > 0).toBe(input.query !== 'zeppelin driver');
  await finds(input, Math.max(0, total - 30));
  await finds(input, Math.floor(total / 2));
});

const optionalSubset = <T>(list: readonly [T, ...T[]]) => fc.option(fc.subarray([...list], { minLength: 1 }), { nil: undefined });
const optionalValue = <T>(...list: readonly T[]) => fc.option(fc.constantFrom(...list), { nil: undefined });
const search = fc
  .record({
    query: optionalValue('driver', 'hauler', 'nights reno', 'regional', 'fuel', 'carriage', 'freight', 'fuel, "nights" nig reno'),
    place: optionalValue(...towns.flatMap(({ postalCode }) => [20, 90, 250, 500].map((radius) => ({ postalCode, radius })))),
    jobType: optionalSubset(codes(jobTypes)),
    homeTime: optionalSubset(codes(homeTimes)),
    requiredExperience: optionalValue(...codes(requiredExperiences)),
    endorsements: optionalSubset(codes(endorsements)),
    payMin: optionalValue(950, 1400, 1800),
    sort: optionalValue('newest', 'pay', 'nearest'),
    offset: fc.constantFrom(0, 0, 25, 400),
  })
  .map(({ place, sort, ...rest }) => ({ ...rest, ...place, sort: sort === 'nearest' && !place ? undefined : sort }));

test('any of it together', async () => {
  await fc.assert(
    fc.asyncProperty(search, async ({ offset, ...input }) => {
      const defined = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      await finds(defined, offset);
    }),
    { numRuns: Number(process.env['RANDOM_SEARCHES'] ?? 60) },
  );
});
