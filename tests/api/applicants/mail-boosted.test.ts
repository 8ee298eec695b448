import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { sendBoostEmails } from '#server/applicants/mail-boosted.ts';
import { daysFromNow, makeCompany, makeDriver, makeJob } from '#server/demo/builders.ts';
import { cellOf } from '#server/places/cells.ts';
import { dueTasks } from '#server/worker/tasks.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let companyId: string;
beforeAll(async () => {
  t = await startTestApp();
  companyId = (await makeCompany(t.services.db, { companyName: 'Prairie Line' })).id;
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.services.db.delete(outbox);
  await t.services.db.delete(jobs);
  await t.services.db.delete(drivers);
});

/** A driver this many miles south of the jobs. */
function driver(miles: number, user: { mutedMails?: 'boosted_job'[]; emailVerifiedAt?: null } = {}, matchEnabled = true) {
  const at = { latitude: 41.2587 - miles / 69.0931, longitude: -95.9378 };
  return makeDriver(t.services.db, { profile: { ...at, cell: cellOf(at.latitude, at.longitude), matchEnabled }, user });
}
const boost = (overrides = {}) => makeJob(t.services.db, companyId, { boostUntil: daysFromNow(7), ...overrides });
const mailed = async () =>
  (await t.services.db.select({ to: outbox.recipient, data: outbox.data }).from(outbox).where(eq(outbox.template, 'boosted_job')))
    .map(({ to }) => to)
    .toSorted();
const addresses = (...people: { email: string }[]) => people.map(({ email }) => email).toSorted();

it('goes to those who match and may be mailed, once for each boost', async () => {
  const [near, far] = [await driver(20), await driver(90)];
  await driver(400);
  await driver(30, { mutedMails: ['boosted_job'] });
  await driver(30, { emailVerifiedAt: null });
  await driver(30, {}, false);
  const job = await boost();
  expect(await dueTasks(t.services.db)).toContain('boosts');
  expect(await sendBoostEmails(t.services.db)).toBe(1);
  expect(await mailed()).toEqual(addresses(near, far));
  expect(await dueTasks(t.services.db)).not.toContain('boosts');
  expect(await sendBoostEmails(t.services.db)).toBe(0);
  await t.services.db
    .update(jobs)
    .set({ boostUntil: daysFromNow(14) })
    .where(eq(jobs.id, job.id));
  expect(await sendBoostEmails(t.services.db)).toBe(1);
  expect(await mailed()).toEqual(addresses(near, near, far, far));
});

it('is not sent for jobs that are not posted or whose boost has ended', async () => {
  await driver(20);
  await boost({ status: 'SCHEDULED' });
  await boost({ status: 'CLOSED' });
  await boost({ boostUntil: daysFromNow(-1) });
  await boost({ boostUntil: null });
  expect(await sendBoostEmails(t.services.db)).toBe(0);
  expect(await mailed()).toEqual([]);
});

it('is written once by two workers', async () => {
  const people = await Promise.all([driver(10), driver(20)]);
  await boost();
  const both = await Promise.all([sendBoostEmails(t.services.db), sendBoostEmails(t.services.db)]);
  expect(both.reduce((sum, boosts) => sum + boosts, 0)).toBe(1);
  expect(await mailed()).toEqual(addresses(...people));
});
