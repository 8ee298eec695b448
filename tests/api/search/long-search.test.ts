import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, rowOfJob } from '#server/demo/builders.ts';
import { cellOf, milesBetween } from '#server/places/cells.ts';
import { codes, homeTimes, jobTypes } from '#shared/catalogues.ts';
import type { SearchPublicJobs } from '#shared/jobs/public-job.ts';
import { maxSearchTotal } from '#shared/lists/paging.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { sortBySearchOrder, getSortKey } from '#tests/helpers/search-oracle.ts';

/** Searches with more matches than are collected. Their pages are read in the order of an index, or in growing circles. */

type Job = ReturnType<typeof rowOfJob>;

const dallas = { city: 'Dallas', state: 'TX', postalCode: '75201', latitude: 32.7904, longitude: -96.8044 };
const omaha = { city: 'Omaha', state: 'NE', postalCode: '68102', latitude: 41.2587, longitude: -95.9378 };
const reno = { city: 'Reno', state: 'NV', postalCode: '89501', latitude: 39.5261, longitude: -119.8127 };
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
const many = 2_000;

let t: TestApp;
let open: Job[];

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const { id } = await makeCompany(db, { companyName: 'Prairie Freight' });
  open = Array.from({ length: many }, (_, n) => {
    const place = at([dallas, dallas, omaha, reno], n);
    return rowOfJob(id, {
      ...place,
      cell: cellOf(place.latitude, place.longitude),
      title: at(['CDL-A Regional Driver', '100% owner deal', 'Night_shift driver'], n),
      jobType: at(codes(jobTypes), n * 7),
      requiredExperience: at(['CS', 'M6', 'Y2'] as const, n),
      homeTime: at(codes(homeTimes), n * 5),
      salaryType: at(['weekly', 'percentage', 'yearly'] as const, n),
      expectedPayCents: at([150_000, 30, 7_800_000, 120_000], n),
      postingDate: daysFromNow(-1 - (n % 700) / 100),
      promotedUntil: n % 17 === 0 ? daysFromNow(3) : n % 19 === 0 ? daysFromNow(-1) : null,
      boostUntil: n % 30 === 0 ? daysFromNow(2) : n % 31 === 0 ? daysFromNow(-2) : null,
    });
  });
  await db.insert(jobs).values(open.slice(0, many / 2));
  await db.insert(jobs).values(open.slice(many / 2));
});
afterAll(() => t.close());

/** Around a place the nearest come first, otherwise the newest. */
function inOrder(list: Job[], { radius, sort, postalCode }: Partial<SearchPublicJobs>): string[] {
  const from = radius ? at([dallas, omaha], postalCode === '75201' ? 0 : 1) : null;
  return sortBySearchOrder(list, getSortKey(sort ?? (from ? 'nearest' : 'newest'), from)).map((job) => job.id);
}

const weekly = (job: Job) =>
  job.salaryType === 'percentage' ? 0 : (job.expectedPayCents ?? 0) / 100 / (job.salaryType === 'yearly' ? 52 : 1);

test.for<[string, Partial<SearchPublicJobs>, (job: Job) => boolean]>([
  ['everything public', {}, () => true],
  ['a common word', { query: 'driver' }, (job) => /driver/i.test(job.title)],
  ['a city as a word', { query: 'dallas' }, (job) => job.city === 'Dallas'],
  ['a state', { state: 'TX' }, (job) => job.state === 'TX'],
  ['a narrow circle', { postalCode: '75201', radius: 40 }, (job) => job.state === 'TX'],
  ['a wide circle', { postalCode: '68102', radius: 500 }, (job) => milesBetween(omaha, job) <= 500],
  ['the newest in a wide circle', { postalCode: '68102', radius: 500, sort: 'newest' }, (job) => milesBetween(omaha, job) <= 500],
  ['the highest pay', { sort: 'pay' }, () => true],
  ['the highest pay in a circle', { postalCode: '75201', radius: 40, sort: 'pay' }, (job) => job.state === 'TX'],
  [
    'a wide circle, a word and three filters',
    { query: 'driver', postalCode: '68102', radius: 500, requiredExperience: 'M6', payMin: 1000, jobType: [...codes(jobTypes)] },
    (job) =>
      /driver/i.test(job.title) && milesBetween(omaha, job) <= 500 && job.requiredExperience !== 'Y2' && weekly(job) >= 1000,
  ],
])('a long search by %s', async ([, input, fits]) => {
  const expected = inOrder(open.filter(fits), input);
  const anonymous = await t.createCallerFor(null);
  const found: string[] = [];
  for (let offset = 0; offset < expected.length; offset += 100) {
    const page = await anonymous.public.search({ offset, limit: 100, ...input });
    const isLast = offset + 100 > expected.length;
    expect(page.pagination).toEqual({
      offset,
      limit: 100,
      total: isLast ? expected.length : Math.min(maxSearchTotal, expected.length),
    });
    found.push(...page.items.map((job) => job.id));
  }
  expect(found).toEqual(expected);
  const beyond = await anonymous.public.search({ offset: expected.length + 10, limit: 10, ...input });
  expect(beyond.items).toEqual([]);
});
