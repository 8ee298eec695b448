// @engine both
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { searchMatches } from '#drizzle/schema/searches.ts';
import { daysFromNow, makeCompany, makeDriver, rowOfJob } from '#server/demo/builders.ts';
import { randomFrom } from '#server/demo/vocabulary.ts';
import { matchNewJobs } from '#server/drivers/saved-searches/match-jobs.ts';
import { saveSearch } from '#server/drivers/saved-searches/save-search.ts';
import { searchPublicJobs } from '#server/jobs/public-search.ts';
import { cellOf } from '#server/places/cells.ts';
import { codes, endorsements, homeTimes, jobTypes, requiredExperiences, salaryTypes } from '#shared/catalogues.ts';
import type { SearchFilters } from '#shared/jobs/public-job.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { runUntilDone } from '#tests/helpers/run-until-done.ts';

/** A job matches an alert exactly if the public search with the same filters finds it (`docs/product/drivers.md#job-alerts`). */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const random = randomFrom(50);
const places = [
  { city: 'Dallas', state: 'TX', postalCode: '75201', latitude: 32.7904, longitude: -96.8044 },
  { city: 'Fort Worth', state: 'TX', postalCode: '76102', latitude: 32.7582, longitude: -97.3328 },
  { city: 'Omaha', state: 'NE', postalCode: '68102', latitude: 41.2587, longitude: -95.9378 },
  { city: 'Lincoln', state: 'NE', postalCode: '68508', latitude: 40.8136, longitude: -96.7026 },
];
const words = [
  'reefer',
  'regional',
  'cdl a',
  'hazmat',
  'home daily',
  'driver',
  'texas',
  'tanker drivers',
  'sin experiencia',
  'load',
  '"!?"',
];

function randomJob(companyId: string) {
  const place = random.pick(places);
  return rowOfJob(companyId, {
    ...place,
    cell: cellOf(place.latitude, place.longitude),
    title: `${random.pick(['Regional', 'Local', 'OTR'])} ${random.pick(['Reefer', 'Tanker', 'Load'])} Driver`,
    jobType: random.pick(codes(jobTypes)),
    requiredExperience: random.pick(codes(requiredExperiences)),
    homeTime: random.pick(codes(homeTimes)),
    endorsements: random.pickSome(codes(endorsements), 1),
    salaryType: random.pick(codes(salaryTypes)),
    expectedPayCents: random.chance(0.1) ? null : random.int(500, 3000) * 100,
    isGlobal: random.chance(0.1),
    expirationDate: random.chance(0.1) ? daysFromNow(-0.01) : daysFromNow(20),
  });
}

function randomPlace(): SearchFilters {
  const { city, state, postalCode } = random.pick(places);
  const radius = random.pick([10, 40, 60, 500]);
  return random.pick([
    {},
    { state },
    { city },
    { postalCode },
    { city, state, radius },
    { postalCode, radius },
    { city, radius },
    { city: 'Nowhereville', radius },
    { city: 'DFW' },
    { city: 'Omaha', state: 'NE', destination: 'Dallas, TX' },
    { postalCode, destination: 'Lincoln, NE', radius },
  ] as SearchFilters[]);
}

const randomFilters = (): SearchFilters => ({
  ...randomPlace(),
  ...(random.chance(0.6) && { query: random.pick(words) }),
  ...(random.chance(0.3) && { jobType: random.pickSome(codes(jobTypes), 3) }),
  ...(random.chance(0.2) && { homeTime: random.pickSome(codes(homeTimes), 3) }),
  ...(random.chance(0.3) && { endorsements: random.pickSome(codes(endorsements), 4) }),
  ...(random.chance(0.3) && { requiredExperience: random.pick(codes(requiredExperiences)) }),
  ...(random.chance(0.3) && { payMin: random.int(500, 3000) }),
  ...(random.chance(0.2) && { secondChance: true }),
});

test('random searches and jobs', async () => {
  const { db } = t.services;
  const companies = [await makeCompany(db), await makeCompany(db, { secondChanceCompany: true })];
  const gone = await makeCompany(db, { status: 'Cancelled' });
  const saved = [];
  for (let n = 0; n < 160; n += 1) {
    const filters = randomFilters();
    const driver = await makeDriver(db);
    const id = await saveSearch(db, driver.id, { ...filters, language: 'en' }).catch(() => null);
    if (id) saved.push({ ...id, filters });
  }
  expect(saved.length).toBeGreaterThan(120);
  const rows = Array.from({ length: 150 }, (_, n) => randomJob((n % 10 === 0 ? gone : random.pick(companies)).id));
  await db.insert(jobs).values(rows);
  await runUntilDone(() => matchNewJobs(db));
  let total = 0;
  for (const { id, filters } of saved) {
    const found: string[] = [];
    for (let offset = 0; offset < 200; offset += 100)
      found.push(...(await searchPublicJobs(db, { ...filters, offset, limit: 100 })).items.map((job) => job.id));
    const matches = await db.select({ jobId: searchMatches.jobId }).from(searchMatches).where(eq(searchMatches.searchId, id));
    expect(matches.map(({ jobId }) => jobId).toSorted(), JSON.stringify(filters)).toEqual([...new Set(found)].toSorted());
    total += matches.length;
  }
  expect(total).toBeGreaterThan(500);
});
