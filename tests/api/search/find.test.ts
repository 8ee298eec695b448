// @engine both
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, rowOfJob } from '#server/demo/builders.ts';
import { cellOf, milesBetween } from '#server/places/cells.ts';
import { findSearchedPlace } from '#server/places/searched-place.ts';
import {
  codes,
  endorsements,
  homeTimes,
  jobTypes,
  requiredCdlClasses,
  requiredExperiences,
  salaryTypes,
} from '#shared/catalogues.ts';
import { expandEndorsements } from '#shared/drivers/driver.ts';
import { type SearchPublicJobs, weeklyDollars } from '#shared/jobs/public-job.ts';
import { requiredClass } from '#shared/matching/matching.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { sortBySearchOrder, getSortKey } from '#tests/helpers/search-oracle.ts';

type Job = ReturnType<typeof rowOfJob>;

const dallas = { city: 'Dallas', state: 'TX', postalCode: '75201', latitude: 32.7904, longitude: -96.8044 };
const fortWorth = { city: 'Fort Worth', state: 'TX', postalCode: '76102', latitude: 32.7582, longitude: -97.3328 };
const omaha = { city: 'Omaha', state: 'NE', postalCode: '68102', latitude: 41.2587, longitude: -95.9378 };
const places = [dallas, fortWorth, omaha];
const cycle = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

let t: TestApp;
let open: Job[];
let hidden: Job[];

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const north = await makeCompany(db, { companyName: 'Prairie Freight' });
  const south = await makeCompany(db, { companyName: 'Lone Star Haulers' });
  const gone = await makeCompany(db, { companyName: 'Gone Trucking', status: 'Cancelled' });
  open = Array.from({ length: 60 }, (_, n) => {
    const place = cycle(places, n);
    return rowOfJob(n % 2 ? north.id : south.id, {
      ...place,
      cell: cellOf(place.latitude, place.longitude),
      title: cycle(['CDL-A Regional Driver', '100% owner deal', 'Night_shift tanker'], n),
      jobType: cycle(codes(jobTypes), n * 7),
      cdlClass: n % 2 ? cycle(codes(requiredCdlClasses), (n - 1) / 2) : null,
      requiredExperience: cycle(codes(requiredExperiences), n * 3),
      homeTime: cycle(codes(homeTimes), n * 5),
      endorsements: n % 4 === 0 ? [] : [cycle(codes(endorsements), n), ...(n % 3 ? [] : [cycle(codes(endorsements), n + 1)])],
      salaryType: cycle(codes(salaryTypes), n),
      expectedPayCents: n % 11 === 0 ? null : cycle([60, 2500, 30_000, 150_000, 650_000, 8_000_000], n * 13),
      descriptionText: 'Paid orientation at our terminal.',
      postingDate: daysFromNow(-1 - n / 10),
      promotedUntil: n % 17 === 0 ? daysFromNow(3) : n % 19 === 0 ? daysFromNow(-1) : null,
      boostUntil: n % 10 === 0 ? daysFromNow(2) : null,
    });
  });
  hidden = [
    rowOfJob(north.id, { status: 'INACTIVE', postingDate: null, expirationDate: null }),
    rowOfJob(north.id, { status: 'CLOSED' }),
    rowOfJob(north.id, { status: 'DISABLED' }),
    rowOfJob(north.id, { status: 'SCHEDULED', postingDate: null, expirationDate: null }),
    rowOfJob(north.id, { expirationDate: daysFromNow(-0.01) }),
    rowOfJob(gone.id, { promotedUntil: daysFromNow(3) }),
  ];
  await db.insert(jobs).values([...open, ...hidden]);
});
afterAll(() => t.close());

/** Around a place the nearest come first, otherwise the newest. */
function inOrder(list: Job[], { radius, sort }: Partial<SearchPublicJobs> = {}): string[] {
  return sortBySearchOrder(list, getSortKey(sort ?? (radius ? 'nearest' : 'newest'), radius ? dallas : null)).map(
    (job) => job.id,
  );
}

async function search(input: Partial<SearchPublicJobs>) {
  const anonymous = await t.createCallerFor(null);
  const { items, pagination } = await anonymous.public.search({ offset: 0, limit: 100, ...input });
  expect(pagination.total).toBe(items.length);
  return items;
}

const weekly = (job: Job) => weeklyDollars(job.expectedPayCents == null ? null : job.expectedPayCents / 100, job.salaryType);
const rank = (code: string) => codes(requiredExperiences).findIndex((known) => known === code);

const classOf = ({ jobType, cdlClass = null }: Job) => requiredClass({ jobType, cdlClass });

const isRegionalInDallas = ({ title, city }: Job) => title.includes('Regional') && city === 'Dallas';

const cases: [string, Partial<SearchPublicJobs>, (job: Job) => boolean][] = [
  ['everything public', {}, () => true],
  ['a word of the title', { query: 'regional' }, (job) => job.title.includes('Regional')],
  ['a number beside a percent sign', { query: '100%' }, (job) => job.title.includes('100%')],
  ['two words with an underscore between them', { query: 'night_shift' }, (job) => job.title.includes('Night_shift')],
  ['another form of a word', { query: 'regionals' }, (job) => job.title.includes('Regional')],
  ['the beginning of a word', { query: 'region' }, (job) => job.title.includes('Regional')],
  [
    'a CDL class, however it is written, and the vehicles that need it',
    { query: 'class a' },
    (job) => job.title.includes('CDL-A') || classOf(job) === 'Class A',
  ],
  ['a CDL class that the employer chose or the vehicle needs', { query: 'CDL-B' }, (job) => classOf(job) === 'Class B'],
  ['no CDL where the employer says so', { query: 'sin cdl' }, (job) => classOf(job) === 'No CDL'],
  ['a word of the description', { query: 'terminal' }, () => true],
  ['a synonym of the trade', { query: 'reefer' }, (job) => job.jobType === 'reefer' || job.jobType === 'refrigeratedFreight'],
  ['an endorsement in words', { query: 'hazmat' }, (job) => job.endorsements!.some((code) => code === 'H' || code === 'X')],
  ['home time in words', { query: 'home daily' }, (job) => job.homeTime === 'HD' || job.homeTime === 'D2'],
  ['a job type in words', { query: 'livestock' }, (job) => job.jobType === 'livestockCarrier'],
  ['a company with a city', { query: 'prairie omaha' }, (job) => job.companyId === open[1]!.companyId && job.city === 'Omaha'],
  ['more words than six', { query: 'cdl cdl-a CDL-A regional driver region driv drive dallas' }, isRegionalInDallas],
  ['words in quotes and commas', { query: '"Regional", (driver); ‘cdl-a’ Dallas.' }, isRegionalInDallas],
  ['the same word many times', { query: 'driver DRIVER '.repeat(12) }, (job) => job.title.includes('Driver')],
  ['a city', { city: 'dallas' }, (job) => job.city === 'Dallas'],
  ['a state by name', { state: 'texas' }, (job) => job.state === 'TX'],
  ['a postal code', { postalCode: '68102' }, (job) => job.postalCode === '68102'],
  ['20 miles around a postal code', { postalCode: '75201', radius: 20 }, (job) => milesBetween(dallas, job) <= 20],
  ['60 miles around a city', { city: 'Dallas', state: 'TX', radius: 60 }, (job) => job.state === 'TX'],
  ['60 miles around the biggest city of a name', { city: 'Dallas', radius: 60 }, (job) => job.state === 'TX'],
  ['job types', { jobType: ['tanker', 'bus'] }, (job) => job.jobType === 'tanker' || job.jobType === 'bus'],
  ['experience at most', { requiredExperience: 'M12' }, (job) => rank(job.requiredExperience) <= rank('M12')],
  ['home times', { homeTime: ['HD', 'D6'] }, (job) => job.homeTime === 'HD' || job.homeTime === 'D6'],
  [
    'endorsements that are enough',
    { endorsements: ['X', 'T'] },
    (job) => job.endorsements!.every((code) => expandEndorsements(['X', 'T']).includes(code)),
  ],
  ['pay by the week at least', { payMin: 1200 }, (job) => (weekly(job) ?? 0) >= 1200],
  [
    'all of it together',
    { query: 'driver', state: 'TX', requiredExperience: 'Y1', payMin: 100 },
    (job) => job.title.includes('Driver') && job.state === 'TX' && rank(job.requiredExperience) <= 3 && (weekly(job) ?? 0) >= 100,
  ],
];

describe('the public search', () => {
  it.each(cases)('finds by %s', async (_name, input, fits) => {
    const found = await search(input);
    const expected = open.filter(fits);
    expect(expected.length).toBeGreaterThan(0);
    expect(found.map((job) => job.id)).toEqual(inOrder(expected, input));
  });

  it('finds no more for more words', async () => {
    const queryWords = ['cdl', 'regional', 'region', 'reg', 'driver', 'drive', 'driv', 'zeppelin', 'dallas'];
    let least = open.length;
    for (let n = 1; n <= queryWords.length; n += 1) {
      const found = await search({ query: queryWords.slice(0, n).join(' ') });
      expect(found.length).toBeLessThanOrEqual(least);
      least = found.length;
    }
    expect(least).toBe(0);
  });

  it('takes sixteen different words, and finds nothing by more', async () => {
    const queryWords =
      'regional regiona region regio regi reg driver drive driv dri cdl cdla paid orientation our terminal'.split(' ');
    expect(queryWords).toHaveLength(16);
    expect((await search({ query: queryWords.join(' ') })).length).toBe(
      open.filter(({ title }) => title.includes('Regional')).length,
    );
    expect(await search({ query: [...queryWords, 'term'].join(' ') })).toEqual([]);
  });

  it('looks for a mark as it is where there is nothing else', async () => {
    expect(await search({ query: '"' })).toEqual([]);
    expect(await search({ query: '...' })).toEqual([]);
  });

  it('pages without a gap or a repeat', async () => {
    const anonymous = await t.createCallerFor(null);
    const ids: string[] = [];
    for (let offset = 0; offset < 60; offset += 7) {
      const page = await anonymous.public.search({ offset, limit: 7 });
      expect(page.pagination).toEqual({ offset, limit: 7, total: 60 });
      ids.push(...page.items.map((job) => job.id));
    }
    expect(ids).toEqual(inOrder(open));
  });

  it.each<Partial<SearchPublicJobs>>([
    { sort: 'newest' },
    { sort: 'pay' },
    { sort: 'pay', state: 'TX', query: 'driver' },
    { sort: 'newest', postalCode: '75201', radius: 60 },
    { sort: 'nearest', postalCode: '75201', radius: 60 },
    { sort: 'nearest', postalCode: '75201', radius: 60, payMin: 100 },
    { sort: 'pay', postalCode: '75201', radius: 60 },
  ])('sorts by %j', async (input) => {
    const fits = (job: Job) =>
      (!input.state || job.state === input.state) &&
      (!input.query || job.title.includes('Driver')) &&
      (!input.radius || milesBetween(dallas, job) <= input.radius) &&
      (weekly(job) ?? 0) >= (input.payMin ?? 0);
    expect((await search(input)).map((job) => job.id)).toEqual(inOrder(open.filter(fits), input));
  });

  it('sorts jobs without pay behind all others', async () => {
    const found = await search({ sort: 'pay' });
    const unpaid = found
      .filter(({ featured }) => !featured)
      .map(({ expectedPay, salaryType }) => expectedPay === null || salaryType === 'percentage');
    expect(unpaid).toEqual(unpaid.toSorted((a, b) => Number(a) - Number(b)));
    expect(unpaid.at(-1)).toBe(true);
  });

  it('takes a sort by REST, and by distance only around a place', async () => {
    const find = (query: string) => t.callRest('GET', `/public/jobs?${query}`);
    const idsOf = async (query: string) => ((await find(query)).body.data as { id: string }[]).map(({ id }) => id);
    expect(await idsOf('sort=pay&limit=20')).toEqual(inOrder(open, { sort: 'pay' }).slice(0, 20));
    for (const query of ['sort=nearest', 'sort=nearest&state=TX', 'sort=nearest&city=Dallas', 'sort=cheapest'])
      expect(await find(query)).toMatchObject({ status: 422, body: { errors: [{ field: 'sort' }] } });
  });

  it('returns the distance and whether a job is promoted', async () => {
    const [first] = await search({ postalCode: '75201', radius: 60 });
    expect(first).toMatchObject({ featured: true, state: 'TX' });
    expect(first!.distance).toBeLessThanOrEqual(60);
  });

  it('finds nothing for an unknown place', async () => {
    expect(await search({ city: 'Qwxzzyq', radius: 50 })).toEqual([]);
  });

  it('answers legacy clients in their own spelling', async () => {
    const { status, body } = await t.callRest(
      'GET',
      '/public/jobs?state=TX&job_type=tanker,dryVan&required_experience=Y2&limit=5',
    );
    const expected = open.filter((job) => job.state === 'TX' && (job.jobType === 'tanker' || job.jobType === 'dryVan'));
    const data = body.data as { id: string; company_name: string; posting_date: string }[];
    expect(status).toBe(200);
    expect(body.pagination.total).toBe(expected.length);
    expect(data.map((job) => job.id)).toEqual(inOrder(expected).slice(0, 5));
    expect(data[0]).toMatchObject({ company_name: expect.any(String), posting_date: expect.stringMatching(/^\d{4}-/) });
  });

  it.each(['limit=0', 'limit=101', 'offset=-1', 'job_type=spaceship', 'pay_min=-1', 'state=Ontario', 'radius=0', 'query=%00'])(
    'refuses %s',
    async (query) => expect((await t.callRest('GET', `/public/jobs?${query}`)).status).toBe(422),
  );
});

describe('a public job', () => {
  it('is visible to everyone while it is public', async () => {
    const job = open[1]!;
    const { status, body } = await t.callRest('GET', `/public/jobs/${job.id}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: job.id,
      title: job.title,
      company_name: 'Prairie Freight',
      coordinates: { latitude: job.latitude },
    });
  });

  it('is gone when closed or expired, and never was there when it never was public', async () => {
    const [draft, closed, disabled, scheduled, expired, cancelled] = hidden.map((job) => job.id);
    const statusOf = async (id: string | undefined) => (await t.callRest('GET', `/public/jobs/${id}`)).status;
    expect(await Promise.all([closed, expired].map(statusOf))).toEqual([410, 410]);
    expect(await Promise.all([draft, disabled, scheduled, cancelled, 'nonsense'].map(statusOf))).toEqual([
      404, 404, 404, 404, 404,
    ]);
  });
});

describe('a place that is misspelled', () => {
  it.each([
    ['Omahha', 'Omaha, NE', undefined],
    ['Chicgo', 'Chicago, IL', undefined],
    ['Denvr CO', 'Denver, CO', undefined],
    ['Denvr', 'Denver, CO', 'CO'],
    ['New Yrok', 'New York, NY', undefined],
    ['Los Angelas', 'Los Angeles, CA', undefined],
    ['Dallsa', 'Dallas, TX', undefined],
  ])('%s is taken for %s', async (city, name, state) => {
    const place = { city, ...(state && { state }) };
    expect(await findSearchedPlace(t.services.db, place)).toMatchObject({ correctedTo: name });
  });

  it('finds the jobs there, and one that is spelled right is not corrected', async () => {
    const ids = (await search({ city: 'Omahha', radius: 30 })).map((job) => job.id);
    expect(ids).toEqual(inOrder(open.filter(({ city }) => city === 'Omaha')));
    for (const place of [
      { city: 'Omaha' },
      { city: 'omaha', state: 'NE' },
      { city: 'St. Louis', state: 'MO' },
      { postalCode: '68102' },
    ])
      expect(await findSearchedPlace(t.services.db, place)).toMatchObject({ correctedTo: null });
  });
});

describe('a job that hires nationwide', () => {
  let far: Job;
  let near: Job;
  beforeAll(async () => {
    const { companyId } = open[0]!;
    const anywhere = { isGlobal: true, title: 'Nationwide hauler', jobType: 'hotShot', endorsements: [] } as const;
    far = rowOfJob(companyId, { ...anywhere, ...omaha, endorsements: [], cell: cellOf(omaha.latitude, omaha.longitude) });
    near = rowOfJob(companyId, {
      ...anywhere,
      ...fortWorth,
      endorsements: [],
      cell: cellOf(fortWorth.latitude, fortWorth.longitude),
    });
    await t.services.db.insert(jobs).values([far, near]);
  });

  const nationwide = async (input: Partial<SearchPublicJobs>) =>
    (await search({ query: 'nationwide', ...input })).map(({ id, distance, isGlobal }) => ({ id, distance, isGlobal }));

  it('is found around every place, behind what is near', async () => {
    const found = await nationwide({ postalCode: '75201', radius: 40 });
    expect(found).toEqual([
      { id: near.id, distance: expect.closeTo(31, 0), isGlobal: true },
      { id: far.id, distance: null, isGlobal: true },
    ]);
    expect(await nationwide({ postalCode: '33101', radius: 1 })).toMatchObject([{ distance: null }, { distance: null }]);
    const everything = await search({ postalCode: '75201', radius: 60 });
    expect(everything.at(-1)).toMatchObject({ id: far.id });
  });

  it('is found in a city and a state, still by its other filters only', async () => {
    expect(await nationwide({ state: 'FL' })).toHaveLength(2);
    expect(await nationwide({ city: 'Miami' })).toHaveLength(2);
    expect(await nationwide({ state: 'FL', jobType: ['bus'] })).toEqual([]);
    expect(await nationwide({ city: 'Qwxzzyq', radius: 50 })).toEqual([]);
    expect(await nationwide({})).toMatchObject([{ isGlobal: true }, { isGlobal: true }]);
  });

  it('appears once on the pages of a search', async () => {
    const anonymous = await t.createCallerFor(null);
    const ids: string[] = [];
    const input = { postalCode: '75201', radius: 60 };
    for (let offset = 0; offset < 42; offset += 5) {
      const page = await anonymous.public.search({ ...input, offset, limit: 5 });
      expect(page.pagination.total).toBe(42);
      ids.push(...page.items.map((job) => job.id));
    }
    expect(ids).toEqual((await search(input)).map((job) => job.id));
    expect(new Set(ids).size).toBe(42);
  });
});
