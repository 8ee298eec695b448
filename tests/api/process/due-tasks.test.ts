import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysFromNow, makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { mail } from '#server/mail/outbox.ts';
import { dueTasks, watched } from '#server/worker/due-tasks.ts';
import { tasks } from '#server/worker/tasks.ts';
import { startWorker } from '#server/worker/worker.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('what is due', () => {
  it('names tasks that there are', () => {
    expect(Object.keys(watched).filter((name) => !(name in tasks))).toEqual([]);
  });

  it('is nothing where there is nothing to do, and each task by its own rows until it has run', async () => {
    const { db } = t.services;
    expect(await dueTasks(db)).toEqual([]);
    const { id: companyId } = await makeCompany(db, { billingType: 'CONTRACT' });
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
    await makeJob(db, companyId, { ...later, candidatesDueAt: daysFromNow(-0.1) });
    await mail(db, 'dana@test.example', 'email_taken', { firstName: 'Dana' });
    expect((await dueTasks(db)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'candidates',
      'expiry',
      'mail',
      'renewal notices',
      'renewals',
      'schedule',
    ]);
    for (let turn = 0; turn < 3; turn += 1) await t.worker.runOnce();
    expect(await dueTasks(db)).toEqual([]);
  });

  it('costs an idle node at most a query a second', async () => {
    let asked = 0;
    const { db } = t.services;
    const counting = new Proxy(db, {
      get: (target, name, receiver) => {
        if (name === 'execute') asked += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    const worker = startWorker({ ...t.services, db: counting }, t.transport);
    await pause(200);
    asked = 0;
    await pause(2900);
    await worker.stop();
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(3);
  });
});
