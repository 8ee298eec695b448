import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { media } from '#drizzle/schema/media.ts';
import { makeCompany, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';

/** Two people of a company who edit one job at the same time, and people who may not (`docs/product/jobs.md#editing-a-job`). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function employer() {
  const { id: companyId } = await makeCompany(t.services.db);
  const account = await makeEmployee(t.services.db, companyId);
  const job = (overrides: Partial<typeof jobs.$inferInsert> = {}) => makeJob(t.services.db, companyId, overrides);
  return { job, api: await t.createCallerFor(account), token: await t.createToken(account) };
}

const omaha = { street1: '1414 Harney St', city: 'Omaha', state: 'NE', postalCode: '68102', country: 'US' };
const stored = async (id: string) => (await t.services.db.select().from(jobs).where(eq(jobs.id, id)))[0];

describe('an edit of a version that is not the last', () => {
  it('of the content changes nothing and says so in both APIs', async () => {
    const { api, token, job } = await employer();
    const { id } = await job({ title: 'As read' });
    const { version } = await api.jobs.get({ id });
    expect(await api.jobs.update({ id, version, title: 'Theirs' })).toMatchObject({ title: 'Theirs', version: version + 1 });
    await expect(api.jobs.update({ id, version, title: 'Mine' })).rejects.toMatchObject({ code: 'CONFLICT' });
    const wire = await t.callRest('PATCH', `/jobs/${id}`, { token, body: { version, title: 'Mine' } });
    expect(wire).toMatchObject({ status: 409, body: { errors: [{ code: 'edit_conflict' }] } });
    expect((await stored(id))?.title).toBe('Theirs');
  });

  it('of the address neither', async () => {
    const { api, job } = await employer();
    const { id } = await job();
    const { version } = await api.jobs.get({ id });
    const dallas = { city: 'Dallas', state: 'TX', postalCode: '75201', country: 'US' };
    await api.jobs.updateAddress({ id, version, addresses: [dallas] });
    await expect(api.jobs.updateAddress({ id, version, addresses: [omaha] })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await stored(id))?.city).toBe('Dallas');
  });

  it('of a client that names no version overwrites what it sends', async () => {
    const { api, job } = await employer();
    const { id } = await job();
    await api.jobs.update({ id, title: 'First', expectedPay: 1000 });
    expect(await api.jobs.update({ id, title: 'Second' })).toMatchObject({ title: 'Second', expectedPay: 1000 });
  });
});

describe('the video of a job', () => {
  async function uploadedBy(ownerId: string): Promise<string> {
    const name = `${randomUUID()}.mp4`;
    await t.services.db.insert(media).values({ name, kind: 'job', mime: 'video/mp4', bytes: 1000, ownerId });
    return `/media/${name}`;
  }

  it('can be sent back by an employee of the company for which staff uploaded it, and is used by no other company', async () => {
    const admin = await makeUser(t.services.db, { roles: [roles.admin] });
    const staff = await t.createCallerFor(admin);
    const { id: companyId } = await makeCompany(t.services.db);
    const token = await t.createToken(await makeEmployee(t.services.db, companyId));
    const [created, changed] = [await uploadedBy(admin.id), await uploadedBy(admin.id)];
    const order = await staff.checkout.placeOrder(makeJobRequest({ companyId, videoUrl: created, addons: [] }));
    const id = order.jobs[0]?.id ?? '';
    const save = (video: string | null) =>
      t.callRest('PATCH', `/jobs/${id}`, { token, body: { video_url: video, title: 'Edited' } });
    expect(await save(created)).toMatchObject({ status: 200 });
    expect(await save(changed)).toMatchObject({ status: 422 });
    await staff.jobs.update({ id, videoUrl: changed });
    expect(await save(null)).toMatchObject({ status: 200 });
    for (const video of [created, changed]) expect(await save(video)).toMatchObject({ status: 200 });
    const other = await employer();
    const { id: theirs } = await other.job();
    const stolen = await t.callRest('PATCH', `/jobs/${theirs}`, { token: other.token, body: { video_url: changed } });
    expect(stolen.status).toBe(422);
  });
});

describe('an edit that is refused', () => {
  it('of a closed job, content and address', async () => {
    const { token, job } = await employer();
    const { id, title } = await job({ status: 'CLOSED' });
    for (const [path, body] of [
      ['', { title: 'Again' }],
      ['/addresses', { addresses: [omaha] }],
    ] as const) {
      expect(await t.callRest('PATCH', `/jobs/${id}${path}`, { token, body })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('closed') },
      });
    }
    expect((await stored(id))?.title).toBe(title);
  });

  it('of another company’s job, which is not there for it', async () => {
    const { id, title } = await (await employer()).job();
    const { token } = await employer();
    expect((await t.callRest('PATCH', `/jobs/${id}`, { token, body: { title: 'Mine now' } })).status).toBe(404);
    expect((await stored(id))?.title).toBe(title);
  });
});
