import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { countCandidates } from '#server/applicants/candidates.ts';
import {
  daysFromNow,
  makeCompany,
  makeDriver,
  makeEmployee,
  makeJob,
  makeUser,
  rowOfApplication,
} from '#server/demo/builders.ts';
import { cellOf, milesBetween, type Point } from '#server/places/cells.ts';
import { roles } from '#shared/access/access.ts';
import { matchVersion } from '#shared/matching/matching.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

type Wire = Record<string, unknown> & {
  user_id: string;
  job_matching: number;
  distance: number;
  reasons: { part: string; points: number; of: number; text: string }[];
};
type Driver = Parameters<typeof makeDriver>[1] & {};
type Profile = NonNullable<Driver['profile']>;

let t: TestApp;
let company: { id: string };
let token: string;
let stranger: string;
let job: Awaited<ReturnType<typeof makeJob>>;

const omaha = { latitude: 41.2587, longitude: -95.9378 };
/** The center of the square in which a driver lives, which is all that a company learns. */
const middle = ({ latitude, longitude }: Point): Point => ({
  latitude: (Math.floor(latitude * 50) + 0.5) / 50,
  longitude: (Math.floor(longitude * 50) + 0.5) / 50,
});
/** A place this many miles south of the job. */
const south = (miles: number) => {
  const latitude = omaha.latitude - miles / 69.0931;
  return { latitude, longitude: omaha.longitude, cell: cellOf(latitude, omaha.longitude) };
};

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  company = await makeCompany(db);
  token = await t.createToken(await makeEmployee(db, company.id));
  stranger = await t.createToken(await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id));
});
afterAll(() => t.close());
beforeEach(async () => {
  const { db } = t.services;
  await db.delete(applications);
  await db.delete(drivers);
  job = await makeJob(db, company.id, { title: 'Dry van' });
});

const driver = (profile: Profile = {}, user: NonNullable<Driver['user']> = {}) =>
  makeDriver(t.services.db, { profile: { ...south(40), ...profile }, user });
const ask = async (query = 'distance_limit=true', of = job.id, as = token) => {
  const answer = await t.callRest('GET', `/jobs/${of}/candidates?${query}`, { token: as });
  const rows = (answer.body.data ?? []) as Wire[];
  return { ...answer, rows, ids: rows.map((row) => row.user_id) };
};

describe('the candidates of a job', () => {
  it('are drivers near it, best first, with the reasons that add up to the percent', async () => {
    const far = await driver(south(140));
    const best = await driver(south(5));
    const green = await driver({ ...south(5), yearsOfExperience: null, workExperiences: [] });
    const { status, body, rows, ids } = await ask();
    expect(status).toBe(200);
    expect(ids).toEqual([best.id, far.id, green.id]);
    expect(body.pagination).toEqual({ offset: 0, limit: 10, total: 3 });
    expect(rows[0]).toEqual({
      user_id: best.id,
      string_experience: '4 years',
      distance: expect.closeTo(milesBetween(middle(south(5)), omaha), 1),
      cdl_status: 'Class A',
      job_matching: 1,
      work_experiences: ['dryVan', 'reefer'],
      years_of_experience: 4,
      city: 'Lincoln',
      match_version: matchVersion,
      reasons: expect.any(Array),
      invitation: 'possible',
    });
    expect(rows[2]).toMatchObject({ string_experience: 'No experience', years_of_experience: null, work_experiences: [] });
    for (const row of rows)
      expect(row.reasons.reduce((sum, reason) => sum + reason.points, 0)).toBe(Math.round(row.job_matching * 100));
  });

  it('of equal percent: the nearest first, then by id, page by page without a gap', async () => {
    const jobPoint = south(8);
    const created = [];
    for (let n = 0; n < 12; n += 1) created.push(await driver(n < 6 ? jobPoint : south(4)));
    const near = created
      .slice(6)
      .map(({ id }) => id)
      .toSorted();
    const expected = [
      ...near,
      ...created
        .slice(0, 6)
        .map(({ id }) => id)
        .toSorted(),
    ];
    const first = await ask('distance_limit=true&limit=10');
    const second = await ask('distance_limit=true&limit=10&offset=10');
    expect([...first.ids, ...second.ids]).toEqual(expected);
    expect(first.body.pagination.total).toBe(12);
    expect((await ask('distance_limit=true&limit=11')).status).toBe(422);
  });

  it('are those within 150 miles, or anywhere', async () => {
    const near = await driver(south(149));
    const beyond = await driver(south(151));
    const miami = await driver({ latitude: 25.76, longitude: -80.19, cell: cellOf(25.76, -80.19) });
    await driver({ latitude: null, longitude: null, cell: null });
    expect((await ask()).ids).toEqual([near.id]);
    expect((await ask('')).ids.toSorted()).toEqual([near.id, beyond.id, miami.id].toSorted());
    expect((await ask('distance_limit=false')).ids).toHaveLength(3);
  });

  it('meet the hard requirements', async () => {
    await driver({ cdlStatus: 'Class B' });
    await driver({ cdlStatus: 'Permit' });
    await driver({ cdlStatus: null });
    const plain = await driver({ endorsements: [] });
    const both = await driver({ endorsements: ['X'] });
    const two = await driver({ endorsements: ['H', 'N', 'TWIC'] });
    const anybody = await makeJob(t.services.db, company.id, { jobType: 'hotShot' });
    const hazmat = await makeJob(t.services.db, company.id, { endorsements: ['H'] });
    const combined = await makeJob(t.services.db, company.id, { endorsements: ['X'] });
    const port = await makeJob(t.services.db, company.id, { endorsements: ['TWIC', 'N'] });
    expect((await ask()).ids.toSorted()).toEqual([plain.id, both.id, two.id].toSorted());
    expect((await ask('distance_limit=true', anybody.id)).ids).toHaveLength(6);
    expect((await ask('distance_limit=true', hazmat.id)).ids.toSorted()).toEqual([both.id, two.id].toSorted());
    expect((await ask('distance_limit=true', combined.id)).ids.toSorted()).toEqual([both.id, two.id].toSorted());
    expect((await ask('distance_limit=true', port.id)).ids).toEqual([two.id]);
  });

  it('have not applied, nor taken an application back; and may be seen', async () => {
    const { db } = t.services;
    const open = await driver();
    await db.insert(applications).values(rowOfApplication(job, await driver()));
    await db.insert(applications).values(rowOfApplication(job, await driver(), { withdrawnAt: new Date() }));
    await driver({}, { status: 'Locked' });
    await driver({}, { emailVerifiedAt: null });
    await driver({}, { roles: [roles.companyUser] });
    const deletedDriver = await driver();
    await db.delete(users).where(eq(users.id, deletedDriver.id));
    expect((await ask()).ids).toEqual([open.id]);
    const otherJob = await makeJob(db, company.id);
    expect((await ask('distance_limit=true', otherJob.id)).ids).toHaveLength(3);
  });

  it('never carry a name, an address or a birth date, through either API', async () => {
    const private_ = { firstName: 'Zachariah', lastName: 'Quillfeather', phone: '4025559876', email: 'zq@secret.example' };
    const place = { street1: '17 Hidden Hollow', street2: 'Unit 9Z', postalCode: '68599', birthdate: '1977-03-14' };
    await driver(place, private_);
    const restAnswer = JSON.stringify((await ask()).body);
    const caller = await t.createCallerWithToken(token);
    const trpcAnswer = JSON.stringify(await caller.applicants.candidates({ id: job.id, distanceLimit: true }));
    const { postalCode, ...said } = place;
    const secrets = [...Object.values(private_), ...Object.values(said)];
    for (const answer of [restAnswer, trpcAnswer]) {
      expect(answer).toContain('4 years');
      for (const secret of secrets) expect(answer).not.toContain(secret);
      // As a separate number, or with more decimals than a distance has.
      expect(answer).not.toMatch(new RegExp(String.raw`(?<!\w)${postalCode}(?!\w)|40\.6\d\d|-95\.9`));
      expect(answer).not.toMatch(/name|mail|phone|street|birth|postal|latitude|longitude|expected_?pay/i);
    }
  });

  it('are visible to their company and to admins only, and cannot be bought', async () => {
    await driver();
    const { db } = t.services;
    expect((await ask('distance_limit=true', job.id, stranger)).status).toBe(404);
    expect((await t.callRest('GET', `/jobs/${job.id}/candidates`)).status).toBe(401);
    expect((await ask('', 'nonsense')).status).toBe(404);
    const one = await driver();
    expect((await ask('', job.id, await t.createToken(one))).status).toBe(403);
    const admin = await t.createToken(await makeUser(db, { roles: [roles.admin] }));
    expect((await ask('distance_limit=true', job.id, admin)).rows).toHaveLength(2);
    for (const path of [
      `/jobs/${job.id}/candidates`,
      `/jobs/${job.id}/candidates/purchase`,
      `/jobs/${job.id}/candidates/${one.id}`,
    ])
      expect((await t.callRest('POST', path, { token, body: { user_id: one.id } })).status).toBe(404);
  });
});

describe('a driver who turns matching off', () => {
  const countOf = async (id: string, as: string) => {
    await countCandidates(t.services.db, new Date(Date.now() + 49 * 3_600_000));
    return ((await t.callRest('GET', `/jobs/${id}`, { token: as })).body.data as { total_candidates: number }).total_candidates;
  };

  it('is not a candidate in any company, list or count until matching is on again', async () => {
    const { db } = t.services;
    await db.update(jobs).set({ candidatesDueAt: new Date('2100-01-01') });
    const other = await makeCompany(db, { companyName: 'Second' });
    const ours = { id: (await makeJob(db, company.id)).id, token };
    const otherJob = { id: (await makeJob(db, other.id)).id, token: await t.createToken(await makeEmployee(db, other.id)) };
    const driverToToggle = await driver({ ...south(20) });
    const ownToken = await t.createToken(driverToToggle);
    const unchanged = await driver({ ...south(60) });
    const setMatching = (match_enabled: boolean) =>
      t.callRest('PATCH', '/member/profile', { token: ownToken, body: { match_enabled } });
    const expectVisible = async (ids: string[]) => {
      for (const side of [ours, otherJob]) {
        for (const query of ['distance_limit=true', '']) {
          const page = await ask(query, side.id, side.token);
          expect(page.ids).toEqual(ids);
          expect(page.body.pagination.total).toBe(ids.length);
        }
        const caller = await t.createCallerWithToken(side.token);
        const { items } = await caller.applicants.candidates({ id: side.id, distanceLimit: true });
        expect(items.map(({ userId }) => userId)).toEqual(ids);
        const { areas } = await caller.applicants.candidateAreas({ id: side.id });
        expect(areas.reduce((sum, area) => sum + area.candidates, 0)).toBe(ids.length);
        await db.update(jobs).set({ candidatesDueAt: new Date() }).where(eq(jobs.id, side.id));
        expect(await countOf(side.id, side.token)).toBe(ids.length);
      }
    };
    await expectVisible([driverToToggle.id, unchanged.id]);
    expect(await setMatching(false)).toMatchObject({ status: 200, body: { data: { match_enabled: false } } });
    await expectVisible([unchanged.id]);
    await t.callRest('PATCH', '/member/profile', {
      token: ownToken,
      body: { postal_code: '68508', city: 'Lincoln', state: 'NE' },
    });
    await expectVisible([unchanged.id]);
    expect(await (await t.createCallerWithToken(ownToken)).drivers.updateProfile({ matchEnabled: true })).toMatchObject({
      matchEnabled: true,
    });
    expect((await ask('distance_limit=true', otherJob.id, otherJob.token)).ids.toSorted()).toEqual(
      [driverToToggle.id, unchanged.id].toSorted(),
    );
  });

  it('still applies, and the company sees the application', async () => {
    const driverToToggle = await driver({ matchEnabled: false });
    const ownToken = await t.createToken(driverToToggle);
    expect((await t.callRest('POST', `/jobs/${job.id}/apply`, { token: ownToken, body: {} })).status).toBe(201);
    expect((await t.callRest('GET', `/jobs/${job.id}/applicants`, { token })).body.pagination.total).toBe(1);
  });
});

describe('the map of the candidates', () => {
  it('says how many live in which square of half a degree, and nothing of any of them', async () => {
    const near = await driver({ latitude: 41.271828, longitude: -95.931415, cell: cellOf(41.271828, -95.931415) });
    await driver({ latitude: 41.45, longitude: -95.6, cell: cellOf(41.45, -95.6) });
    await driver(south(100));
    await driver(south(200));
    await driver({ ...south(100), cdlStatus: null });
    const caller = await t.createCallerWithToken(token);
    const answer = await caller.applicants.candidateAreas({ id: job.id });
    expect(answer).toEqual({
      areas: [
        { latitude: 41.25, longitude: -95.75, candidates: 2, miles: 10, direction: 'east' },
        { latitude: 39.75, longitude: -95.75, candidates: 1, miles: 105, direction: 'south' },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain(near.id);
    await expect((await t.createCallerWithToken(stranger)).applicants.candidateAreas({ id: job.id })).rejects.toThrow('This job');
  });
});

describe('the count on a job', () => {
  const listed = async () => {
    const { data } = (await t.callRest('GET', `/jobs/${job.id}`, { token })).body;
    return (data as { total_candidates: number | null }).total_candidates;
  };

  it('is what the page finds, counted after posting, after an edit, and every day', async () => {
    const { db } = t.services;
    await db.update(jobs).set({ candidatesDueAt: new Date('2100-01-01') });
    job = await makeJob(db, company.id);
    for (let n = 0; n < 3; n += 1) await driver();
    await driver(south(200));
    expect(await listed()).toBeNull();
    expect(await countCandidates(db)).toBe(1);
    expect(await listed()).toBe(3);
    expect((await ask()).body.pagination.total).toBe(3);
    await driver();
    expect(await countCandidates(db)).toBe(0);
    expect(await countCandidates(db, new Date(Date.now() + 25 * 3_600_000))).toBe(1);
    expect(await listed()).toBe(4);
    const edit = await t.callRest('PATCH', `/jobs/${job.id}`, { token, body: { endorsements: ['TSAC'] } });
    expect(edit.status).toBe(200);
    await countCandidates(db);
    expect(await listed()).toBe(0);
  });

  it('comes first for a job just edited, however many others have waited for longer', async () => {
    const { db } = t.services;
    await db.update(jobs).set({ candidatesDueAt: new Date('2100-01-01') });
    for (let n = 0; n < 12; n += 1) await makeJob(db, company.id, { candidatesDueAt: daysFromNow(-1) });
    job = await makeJob(db, company.id, { candidatesDueAt: daysFromNow(-0.001) });
    await driver();
    await countCandidates(db);
    expect(await listed()).toBe(1);
  });

  it('skips jobs that are not posted', async () => {
    const { db } = t.services;
    await db.update(jobs).set({ candidatesDueAt: new Date('2100-01-01') });
    job = await makeJob(db, company.id, { status: 'CLOSED' });
    expect(await countCandidates(db)).toBe(0);
    expect(await listed()).toBeNull();
  });
});
