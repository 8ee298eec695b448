// @engine both
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { outbox } from '#drizzle/schema/outbox.ts';
import { daysFromNow, makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { mail } from '#server/mail/outbox.ts';
import { dueTasks, tasks } from '#server/worker/tasks.ts';
import { startWorker } from '#server/worker/worker.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const sentTimes = async (address: string) =>
  (await t.services.db.select({ at: outbox.sentAt }).from(outbox).where(eq(outbox.recipient, address)))[0]?.at instanceof Date;

describe('what is due', () => {
  it('is nothing where there is nothing to do, and each task by its own rows until it has run', async () => {
    const { db } = t.services;
    expect(await dueTasks(db)).toEqual([]);
    const { id: companyId } = await makeCompany(db, { billingType: 'invoice' });
    await makeEmployee(db, companyId);
    const later = { candidatesDueAt: daysFromNow(1), renewalNoticed: true };
    await makeJob(db, companyId, { ...later, status: 'SCHEDULED', scheduledAt: daysFromNow(-0.1) });
    await makeJob(db, companyId, { ...later, expirationDate: daysFromNow(0), nextBillingDate: daysFromNow(0) });
    await makeJob(db, companyId, { ...later, expirationDate: daysFromNow(-0.1), nextBillingDate: null });
    await makeJob(db, companyId, {
      ...later,
      renewalNoticed: false,
      nextBillingDate: daysFromNow(2),
      expirationDate: daysFromNow(2),
    });
    const { id: idleId } = await makeCompany(db, { status: 'Inactive' });
    await makeJob(db, idleId, {
      ...later,
      renewalNoticed: false,
      nextBillingDate: daysFromNow(2),
      expirationDate: daysFromNow(2),
    });
    await makeJob(db, companyId, { ...later, candidatesDueAt: daysFromNow(-0.1) });
    await mail(db, 'dana@test.example', 'email_taken', { firstName: 'Dana' }, null);
    expect((await dueTasks(db)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'answer times',
      'candidates',
      'expiry',
      'mail',
      'new jobs',
      'renewal notices',
      'renewals',
      'schedule',
    ]);
    for (let turn = 0; turn < 3; turn += 1) await t.worker.runOnce();
    expect(await dueTasks(db)).toEqual([]);
  });

  it('costs an idle node at most a query a second', async () => {
    const queriedAt: number[] = [];
    const { db } = t.services;
    const counting = new Proxy(db, {
      get: (target, name, receiver) => {
        if (name === 'execute') queriedAt.push(performance.now());
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    const worker = startWorker({ ...t.services, db: counting }, t.transport);
    // The first two checks run the tasks that have no due rows, after which the worker looks again sooner.
    await vi.waitFor(() => expect(queriedAt.length).toBeGreaterThanOrEqual(5), 60_000);
    await worker.stop();
    const pauses = queriedAt.slice(1).map((at, n) => at - (queriedAt[n] ?? 0));
    for (const milliseconds of pauses.slice(1)) expect(milliseconds).toBeGreaterThan(1000);
  });

  it('is all that a busy node runs: emails that keep coming do not repeat the periodic tasks', async () => {
    const sweep = tasks['deleted posts'];
    if (!sweep) throw new Error('There is no such task');
    const run = vi.spyOn(sweep, 'run');
    const worker = startWorker(t.services, t.transport);
    for (let n = 0; n < 8; n += 1) {
      const address = `busy-${n}@test.example`;
      await mail(t.services.db, address, 'email_taken', { firstName: 'Dana' }, null);
      await vi.waitFor(async () => expect(await sentTimes(address)).toBe(true), 30_000);
    }
    await worker.stop();
    expect(run.mock.calls.length).toBe(1);
    run.mockRestore();
  });
});
