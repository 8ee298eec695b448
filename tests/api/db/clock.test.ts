// @engine both
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { countCandidates } from '#server/applicants/candidates.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { deliverMail } from '#server/mail/deliver.ts';
import { mail } from '#server/mail/outbox.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** A server works as usual if its clock differs from the database's by minutes (`docs/decisions/0043-clocks.md`). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
afterEach(() => void vi.useRealTimers());

const moveClock = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });

describe.each([-10, 10])('a server whose clock differs from the database by %i minutes', (minutes) => {
  it('sends an email immediately, and a refused one again after a minute', async () => {
    moveClock(minutes);
    const { db } = t.services;
    const recipient = `clock${minutes}@test.example`;
    await mail(db, recipient, 'email_taken', { firstName: 'Dana' }, null);
    const sent: string[] = [];
    const deliver = (send: () => Promise<void>) =>
      deliverMail(
        db,
        { send: ({ to }) => send().then(() => void sent.push(to)), close: () => undefined },
        'https://jobs.test.example',
      );
    expect(await deliver(() => Promise.reject(new Error('busy')))).toBe(1);
    expect(await deliver(() => Promise.resolve())).toBe(0);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await deliver(() => Promise.resolve())).toBe(1);
    expect(sent).toEqual([recipient]);
    await db.delete(outbox);
  });

  it('counts the candidates of a new job immediately, and again after an edit', async () => {
    moveClock(minutes);
    const { db } = t.services;
    const company = await makeCompany(db);
    const api = await t.createCallerFor(await makeEmployee(db, company.id));
    await db.update(jobs).set({ candidatesDueAt: new Date('2100-01-01') });
    const { id } = await makeJob(db, company.id);
    expect(await countCandidates(db)).toBe(1);
    await api.jobs.update({ id, title: 'Another title' });
    expect(await countCandidates(db)).toBe(1);
  });

  it('notices a change that a colleague makes on another server', async () => {
    const { db } = t.services;
    const company = await makeCompany(db);
    const token = await t.createToken(await makeEmployee(db, company.id));
    const row = rowOfApplication(await makeJob(db, company.id), await makeDriver(db));
    await db.insert(applications).values(row);
    moveClock(minutes);
    const filters = [{ field: 'stage', operator: 'equals', value: 'new' }];
    const counted = await t.callRest('POST', '/applicants/bulk/count', { token, body: { filters } });
    expect(counted).toMatchObject({ status: 200, body: { data: { applicants: 1 } } });
    const { seen_at: seenAt } = counted.body.data as { seen_at: string };
    vi.useRealTimers();
    await t.callRest('POST', '/applicants/bulk', { token, body: { ids: [row.id], stage: 'interview' } });
    await t.callRest('POST', '/applicants/bulk', { token, body: { ids: [row.id], stage: 'new' } });
    const answer = await t.callRest('POST', '/applicants/bulk', {
      token,
      body: { filters, seen_at: seenAt, stage: 'contacted' },
    });
    expect(answer.body.data).toMatchObject({ changed: 0, conflicts: [{ id: row.id }] });
  });

  it('accepts the token of a session', async () => {
    moveClock(minutes);
    const user = await makeEmployee(t.services.db, (await makeCompany(t.services.db)).id);
    const token = await t.createToken(user);
    expect((await t.callRest('GET', '/user', { token })).status).toBe(200);
  });
});
