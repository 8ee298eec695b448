// @engine both
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { codes, endorsements, jobTypes } from '#shared/catalogues.ts';
import type { Condition, Order } from '#shared/lists/list.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

type Row = ReturnType<typeof rowOfApplication> & { tags: string[] };
type Wire = { id: string; first_name: string; birthdate: null; is_over21: boolean | null; tags: { id: string; text: string }[] };

let t: TestApp;
let token: string;
let stranger: string;
let jobId: string;
let rows: Row[];
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
const withoutTags = (row: Row) => ({ ...row, tags: undefined });
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const company = await makeCompany(db);
  const other = await makeCompany(db, { companyName: 'Other' });
  token = await t.createToken(await makeEmployee(db, company.id));
  stranger = await t.createToken(await makeEmployee(db, other.id));
  const job = await makeJob(db, company.id);
  jobId = job.id;
  rows = [];
  for (let n = 0; n < 40; n += 1) {
    const driver = await makeDriver(db, {
      user: {
        firstName: at(['Ana', 'bo', 'Cy_rus', 'Dee%'], n),
        lastName: at(['Smith', 'Ångström', 'oconnor', 'Zed', 'Young'], n * 3),
      },
      profile: {
        yearsOfExperience: n % 7 === 0 ? null : n / 4,
        workExperiences: n % 5 === 0 ? [] : [at(codes(jobTypes), n), at(codes(jobTypes), n + 1)],
        endorsements: n % 6 === 0 ? [] : [at(codes(endorsements), n)],
        ownerOperator: n % 3 === 0 ? null : n % 2 === 0,
      },
    });
    const distance = n % 8 === 0 ? null : n * 9.25;
    rows.push({
      ...rowOfApplication(job, driver, {
        applicationAt: day(n),
        distance,
        withinRange: distance === null ? null : distance <= 150,
      }),
      tags: [...(n % 4 === 0 ? ['Call back'] : []), ...(n % 10 === 0 ? ['Hired'] : [])],
    });
  }
  await db.insert(applications).values(rows.map(withoutTags));
  const gone = await makeDriver(db);
  await db.insert(applications).values(rowOfApplication(job, gone, { withdrawnAt: new Date() }));
  const otherJob = await makeJob(db, company.id);
  await db.insert(applications).values(rowOfApplication(otherJob, gone));
  for (const row of rows) for (const text of row.tags) await tag({ applicantId: row.id, text });
});
afterAll(() => t.close());

const tag = (body: object) => t.callRest('POST', '/jobs/applicants/tag', { token, body: { jobId, ...body } });

async function search(body: { filters?: unknown; orders?: Order[] }, query = 'limit=100') {
  const answer = await t.callRest('POST', `/jobs/${jobId}/applicants/search?${query}`, { token, body });
  expect(answer.body.errors).toBeUndefined();
  return { ids: (answer.body.data as Wire[]).map((row) => row.id), total: answer.body.pagination.total };
}

const name = (row: Row) => `${row.firstName} ${row.lastName}`;
const is = (field: string, operator: string, value: Condition['value']) => ({ field, operator, value });

const cases: [Condition, (row: Row) => boolean][] = [
  [is('applicant', 'ilike', 'SMI'), (row) => name(row).includes('Smi')],
  [is('applicant', 'ilike', ''), () => true],
  [is('applicant', 'ilike', '_'), (row) => name(row).includes('_')],
  [is('applicant', 'ilike', '%'), (row) => name(row).includes('%')],
  [is('applicant', 'not_ilike', 'smith'), (row) => !name(row).includes('Smith')],
  [is('applicant', 'equals', 'ana smith'), (row) => name(row) === 'Ana Smith'],
  [is('applicant', 'not_equals', 'ana smith'), (row) => name(row) !== 'Ana Smith'],
  [is('applicant', 'in', ['Ana Smith', 'BO ÅNGSTRÖM']), (row) => ['Ana Smith', 'bo Ångström'].includes(name(row))],
  [is('application_at', 'equals', day(3).toISOString()), (row) => row.applicationAt!.getTime() === day(3).getTime()],
  [is('application_at', 'greater_than', day(30).toISOString()), (row) => row.applicationAt! > day(30)],
  [is('application_at', 'less_than', day(4).toISOString()), (row) => row.applicationAt! < day(4)],
  [
    is('application_at', 'between', [day(4).toISOString(), day(8).toISOString()]),
    (row) => row.applicationAt! >= day(4) && row.applicationAt! <= day(8),
  ],
  [is('application_at', 'between', [day(35).toISOString(), null]), (row) => row.applicationAt! >= day(35)],
  [
    is('application_at', 'in', [day(1).toISOString(), day(2).toISOString()]),
    (row) => [1, 2].some((n) => row.applicationAt!.getTime() === day(n).getTime()),
  ],
  [is('distance', 'equals', 9.25), (row) => row.distance === 9.25],
  [is('distance', 'greater_than', 150), (row) => (row.distance ?? 0) > 150],
  [is('distance', 'less_than', 50), (row) => row.distance != null && row.distance < 50],
  [is('distance', 'between', [20, 100]), (row) => row.distance != null && row.distance >= 20 && row.distance <= 100],
  [is('distance', 'in', [9.25, 18.5]), (row) => row.distance === 9.25 || row.distance === 18.5],
  [is('distance', 'equals', null), (row) => row.distance === null],
  [is('tag', 'equals', 'call BACK'), (row) => row.tags.includes('Call back')],
  [is('tag', 'in', ['hired', 'anonymous']), (row) => row.tags.includes('Hired')],
  [is('tag', 'equals', null), (row) => row.tags.length === 0],
  [is('years_of_experience', 'equals', 2), (row) => row.yearsOfExperience === 2],
  [is('years_of_experience', 'greater_than', 5), (row) => (row.yearsOfExperience ?? 0) > 5],
  [is('years_of_experience', 'less_than', 1), (row) => row.yearsOfExperience != null && row.yearsOfExperience < 1],
  [
    is('years_of_experience', 'between', [1, 3]),
    (row) => row.yearsOfExperience != null && row.yearsOfExperience >= 1 && row.yearsOfExperience <= 3,
  ],
  [is('years_of_experience', 'in', ['2.5', 3]), (row) => row.yearsOfExperience === 2.5 || row.yearsOfExperience === 3],
  [is('within_range', 'equals', true), (row) => row.withinRange === true],
  [is('within_range', 'equals', 'No'), (row) => row.withinRange === false],
  [is('owner_operator', 'equals', 'Yes'), (row) => row.ownerOperator === true],
  [is('owner_operator', 'equals', false), (row) => row.ownerOperator === false],
  [is('job_type', 'equals', 'tanker'), (row) => row.workExperiences!.includes('tanker')],
  [is('job_type', 'in', ['dryVan', 'bus']), (row) => row.workExperiences!.some((code) => code === 'dryVan' || code === 'bus')],
  [is('endorsements', 'equals', 'TWIC'), (row) => row.endorsements!.includes('TWIC')],
  [is('endorsements', 'in', ['H', 'T']), (row) => row.endorsements!.some((code) => code === 'H' || code === 'T')],
];

describe('the applicants of a job', () => {
  it.each(cases)('%o', async (condition, fits) => {
    const expected = rows.filter(fits).map((row) => row.id);
    expect(expected.length).toBeGreaterThan(0);
    const { ids, total } = await search({ filters: { and: [condition] } });
    expect(ids.toSorted()).toEqual(expected.toSorted());
    expect(total).toBe(expected.length);
  });

  it('are asked for from now on where a range has no beginning', async () => {
    expect(await search({ filters: { and: [is('application_at', 'between', ['', day(5).toISOString()])] } })).toEqual({
      ids: [],
      total: 0,
    });
  });

  it('take filters joined and nested, in either API', async () => {
    const near = is('distance', 'less_than', 60);
    const tagged = is('tag', 'equals', 'Hired');
    const own = is('owner_operator', 'equals', true);
    const either = await search({ filters: { or: [{ and: [near, own] }, tagged] } });
    const expected = rows.filter(
      (row) => (row.distance != null && row.distance < 60 && row.ownerOperator === true) || row.tags.includes('Hired'),
    );
    expect(either.ids.toSorted()).toEqual(expected.map((row) => row.id).toSorted());
    const listed = await search({ filters: [near, own] });
    expect(listed.total).toBe(
      rows.filter((row) => row.distance != null && row.distance < 60 && row.ownerOperator === true).length,
    );
  });

  it('are sorted by name by default, and pages have no gaps', async () => {
    const everyone = await search({});
    const names = everyone.ids.map((id) => name(rows.find((row) => row.id === id)!).toLowerCase());
    expect(names[0]).toMatch(/^ana/);
    expect(names.at(-1)).toMatch(/^dee%/);
    const pages: string[] = [];
    for (let offset = 0; offset < 40; offset += 9) pages.push(...(await search({}, `offset=${offset}&limit=9`)).ids);
    expect(pages).toEqual(everyone.ids);
    expect((await search({ orders: [{ field: 'applicant', direction: 'desc' }] })).ids).toEqual(everyone.ids.toReversed());
    const newest = await search({ orders: [{ field: 'application_at', direction: 'desc' }] });
    expect(newest.ids).toEqual(rows.map((row) => row.id).toReversed());
    const nearest = await search({ orders: [{ field: 'distance', direction: 'asc' }] });
    const located = rows.filter((row) => row.distance !== null).toSorted((a, b) => a.distance! - b.distance!);
    expect(nearest.ids.slice(0, located.length)).toEqual(located.map((row) => row.id));
    for (const field of ['years_of_experience', 'within_range', 'owner_operator']) {
      expect((await search({ orders: [{ field, direction: 'desc' }] })).total).toBe(40);
    }
  });

  it('are counted by how far they live, of those whom the filters find', async () => {
    const caller = await t.createCallerWithToken(token);
    const within = (from: number, to: number | null, of = rows) =>
      of.filter(({ distance }) => distance != null && distance >= from && (to === null || distance < to)).length;
    const bounds = [0, 10, 25, 50, 100, 150].map((from, index, all) => ({ from, to: all[index + 1] ?? null }));
    const counted = (of = rows) => bounds.map(({ from, to }) => ({ from, to, applicants: within(from, to, of) }));
    expect(await caller.applicants.distances({ id: jobId })).toEqual({ bands: counted(), unknown: 5 });
    const ownerOperators = rows.filter(({ ownerOperator }) => ownerOperator === true);
    const narrowed = await caller.applicants.distances({ id: jobId, filters: [is('owner_operator', 'equals', true)] });
    expect(narrowed.bands).toEqual(counted(ownerOperators));
    expect(narrowed.unknown).toBe(ownerOperators.filter(({ distance }) => distance === null).length);
  });

  it('never show a birth date', async () => {
    const { body } = await t.callRest('GET', `/jobs/${jobId}/applicants?limit=1`, { token });
    const [first] = body.data as Wire[];
    expect(first).toMatchObject({ first_name: 'Ana', birthdate: null, is_over21: true });
    expect(JSON.stringify(body)).not.toContain('1988-04-12');
  });

  it.each([
    [is('salary', 'equals', 1), 'salary'],
    [is('distance', 'ilike', 'x'), 'distance'],
    [is('endorsements', 'equals', 'Q'), 'endorsements'],
    [is('application_at', 'greater_than', 'soon'), 'application_at'],
  ])('refuse %o by name', async (condition, field) => {
    const { status, body } = await t.callRest('POST', `/jobs/${jobId}/applicants/search`, {
      token,
      body: { filters: { and: [condition] } },
    });
    expect([status, body.errors[0]?.field]).toEqual([422, field]);
  });

  it('belong to their owner only', async () => {
    const as = { token: stranger };
    const applicantId = rows[0]!.id;
    expect((await t.callRest('GET', `/jobs/${jobId}/applicants`, as)).status).toBe(404);
    expect((await t.callRest('POST', `/jobs/${jobId}/applicants/search`, { ...as, body: {} })).status).toBe(404);
    expect((await t.callRest('POST', '/jobs/applicants/tag', { ...as, body: { jobId, applicantId, text: 'x' } })).status).toBe(
      404,
    );
    expect(
      (await t.callRest('POST', `/jobs/${jobId}/applicants/delete-tags`, { ...as, body: { applicantId, cleanAll: true } }))
        .status,
    ).toBe(404);
    expect((await t.callRest('GET', `/jobs/${jobId}/applicants`)).status).toBe(401);
    expect((await t.callRest('GET', '/jobs/nonsense/applicants', { token })).status).toBe(404);
  });

  it('are visible to an admin for every company', async () => {
    const admin = await t.createToken(await makeUser(t.services.db, { roles: [roles.admin] }));
    expect((await t.callRest('GET', `/jobs/${jobId}/applicants`, { token: admin })).body.pagination.total).toBe(40);
  });
});

describe('tags of an applicant', () => {
  it('are created by text, added once, and removed one by one or all together', async () => {
    const applicantId = rows[1]!.id;
    const untag = (body: object) =>
      t.callRest('POST', `/jobs/${jobId}/applicants/delete-tags`, { token, body: { applicantId, ...body } });
    const textsOf = (answer: { body: { data: never } }) => (answer.body.data as Wire).tags.map((one) => one.text);
    const first = await tag({ applicantId, text: 'Night shift' });
    expect(first.status).toBe(200);
    expect(textsOf(first)).toEqual(['Night shift']);
    expect(textsOf(await tag({ applicant_id: applicantId, text: 'NIGHT SHIFT' }))).toEqual(['Night shift']);
    const { tags } = (await tag({ applicantId, text: 'Hired' })).body.data as Wire;
    expect(tags.map((one) => one.text)).toEqual(['Hired', 'Night shift']);
    expect(textsOf(await tag({ applicantId, tagId: tags[0]!.id }))).toEqual(['Hired', 'Night shift']);
    expect(textsOf(await untag({ tagId: tags[0]!.id }))).toEqual(['Night shift']);
    expect(textsOf(await untag({ clean_all: true }))).toEqual([]);
    expect((await untag({})).status).toBe(422);
    expect((await tag({ applicantId, tagId: 'nonsense' })).status).toBe(404);
    expect((await tag({ applicantId })).status).toBe(422);
    expect((await tag({ applicantId, text: ' ' })).status).toBe(422);
    expect((await tag({ applicantId, text: 'x'.repeat(51) })).status).toBe(422);
  });

  it('may be any that the company has', async () => {
    const longest = 'Speaks Spanish, has hauled milk, can start any day';
    expect((await t.callRest('POST', '/companies/tag', { token, body: { text: longest } })).status).toBe(201);
    const answer = await tag({ applicantId: rows[1]!.id, text: longest });
    expect((answer.body.data as Wire).tags.map((one) => one.text)).toContain(longest);
  });
});

describe('the rating of an applicant', () => {
  const rate = (body: object, as = token) => t.callRest('POST', '/jobs/applicants/rate', { token: as, body: { jobId, ...body } });
  const ratingOf = (answer: { body: { data: never } }) => (answer.body.data as { rating: number | null }).rating;

  it('is 1 to 5 stars, can be changed, removed, filtered and sorted, and belongs to the company only', async () => {
    const [first, second] = [rows[2]!.id, rows[3]!.id];
    expect(ratingOf(await rate({ applicantId: first, rating: 5 }))).toBe(5);
    expect(ratingOf(await rate({ applicant_id: second, rating: 2 }))).toBe(2);
    for (const rating of [0, 6, 2.5, 'many', undefined]) expect((await rate({ applicantId: first, rating })).status).toBe(422);
    const best = await search({ orders: [{ field: 'rating', direction: 'desc' }] });
    expect(best.ids.slice(0, 2)).toEqual([first, second]);
    expect((await search({ filters: { and: [is('rating', 'between', [3, null])] } })).ids).toEqual([first]);
    expect((await rate({ applicantId: first, rating: 1 }, stranger)).status).toBe(404);
    expect(ratingOf(await rate({ applicantId: first, rating: null }))).toBeNull();
    expect(ratingOf(await rate({ applicantId: second, rating: null }))).toBeNull();
    const driver = await t.createToken({ id: rows[2]!.driverId!, roles: [roles.driver] });
    const ownApplications = await t.callRest('GET', '/member/applications', { token: driver });
    expect(JSON.stringify(ownApplications.body)).not.toMatch(/rating|tags/);
    expect((await rate({ applicantId: first, rating: 5 }, driver)).status).toBe(403);
  });
});
