import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { daysFromNow, makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { notify } from '#server/notifications/notify.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function company() {
  const { id } = await makeCompany(t.services.db);
  const owner = await makeEmployee(t.services.db, id);
  const colleague = await makeEmployee(t.services.db, id, { roles: [roles.companyUser], mutedMails: ['boost_job'] });
  const job = await makeJob(t.services.db, id);
  return { id, owner, colleague, job, api: await t.createCallerFor(owner), theirs: await t.createCallerFor(colleague) };
}

const boosted = (companyId: string, jobId: string) => ({
  language: null,
  companyId,
  jobId,
  data: { title: 'Reefer Driver', place: 'Omaha, NE', jobId, until: '11/30/2026', total: 200, invoice: 'INV-2026-000009' },
});

describe('notifications', () => {
  it('is in everyone’s inbox, and is emailed to those who want it', async () => {
    const { id, job, owner, colleague, api, theirs } = await company();
    await t.services.db.transaction((tx) => notify(tx, 'boost_job', boosted(id, job.id)));
    for (const caller of [api, theirs]) {
      const { items } = await caller.notifications.list({});
      expect(items).toMatchObject([
        {
          kind: 'boost_job',
          title: expect.stringContaining('Reefer Driver'),
          path: `/company/jobs/${job.id}/detail`,
          readAt: null,
        },
      ]);
    }
    const mailed = async (email: string) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email));
    expect(await mailed(owner.email)).toMatchObject([{ template: 'boost_job' }]);
    expect(await mailed(colleague.email)).toEqual([]);
  });

  it('is readable when an earlier version stored its text', async () => {
    const { id, owner, api } = await company();
    const old = { userId: owner.id, companyId: id, kind: 'boost_job' as const, path: '/company/jobs' };
    await t.services.db.insert(notifications).values({ ...old, title: 'Boosted: Reefer Driver', body: 'Boosted until Friday.' });
    expect((await api.notifications.list({})).items).toMatchObject([
      { title: 'Boosted: Reefer Driver', body: 'Boosted until Friday.' },
    ]);
  });

  it('is readable when an earlier version stored an interview without its kind', async () => {
    const { id, owner, api } = await company();
    const old = { userId: owner.id, companyId: id, kind: 'interview' as const, path: '/company/applicants' };
    const applicant = { applicant: 'Ines Hale', title: 'Reefer Driver' };
    const startsAt = '2026-12-01T15:00:00Z';
    await t.services.db.insert(notifications).values([
      { ...old, data: { ...applicant, change: 'scheduled' } },
      { ...old, data: { ...applicant, change: 'reminder', startsAt, zone: 'US/Central' } },
      { ...old, data: { title: 'Reefer Driver', change: 'account_deleted', startsAt, zone: 'US/Central' } },
    ]);
    const { items } = await api.notifications.list({});
    expect(items.map(({ title }) => title)).toEqual([
      expect.stringMatching(/canceled/),
      expect.stringMatching(/Ines Hale/),
      expect.stringMatching(/Ines Hale/),
    ]);
  });

  it('is rolled back with its cause', async () => {
    const { id, job, api } = await company();
    const broken = t.services.db.transaction(async (tx) => {
      await notify(tx, 'boost_job', boosted(id, job.id));
      throw new Error('rolled back');
    });
    await expect(broken).rejects.toThrow('rolled back');
    expect((await api.notifications.list({})).items).toEqual([]);
  });

  it('is marked read one by one or all together, by its own reader only', async () => {
    const { id, job, api, theirs, owner } = await company();
    for (let n = 0; n < 3; n += 1) await t.services.db.transaction((tx) => notify(tx, 'boost_job', boosted(id, job.id)));
    expect(await api.notifications.unread()).toEqual({ count: 3 });
    const [newest] = (await api.notifications.list({ limit: 1 })).items;
    expect(await theirs.notifications.markRead({ ids: [newest!.id] })).toEqual({ count: 3 });
    expect(await api.notifications.unread()).toEqual({ count: 3 });
    expect(await api.notifications.markRead({ ids: [newest!.id] })).toEqual({ count: 2 });
    expect((await api.notifications.list({ unread: true })).pagination.total).toBe(2);
    const token = await t.createToken(owner);
    const answer = await t.callRest('POST', '/notifications/read', { token, body: {} });
    expect(answer).toMatchObject({ status: 200, body: { data: { count: 0 } } });
    expect(await theirs.notifications.unread()).toEqual({ count: 3 });
  });

  it('is deleted after half a year', async () => {
    const { id, job, api } = await company();
    await t.services.db.transaction((tx) => notify(tx, 'boost_job', boosted(id, job.id)));
    await t.services.db
      .update(notifications)
      .set({ createdAt: daysFromNow(-181) })
      .where(eq(notifications.companyId, id));
    await t.worker.runOnce();
    expect((await api.notifications.list({})).items).toEqual([]);
  });
});
