import { and, eq, isNull, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { jobAlerts, savedSearches, searchMatches } from '#drizzle/schema/searches.ts';
import { makeCompany, makeDriver, makeJob } from '#server/demo/builders.ts';
import { matchNewJobs } from '#server/drivers/saved-searches/match-jobs.ts';
import { notifyMatches } from '#server/drivers/saved-searches/notify-matches.ts';
import { sweepJobAlerts } from '#server/drivers/saved-searches/refresh-searches.ts';
import { deleteSavedSearch } from '#server/drivers/saved-searches/save-search.ts';
import { deliverMail } from '#server/mail/deliver.ts';
import type { MailData } from '#server/mail/outbox.ts';
import { lockJobAlerts } from '#server/notifications/end-job-alerts.ts';
import { removeAccount } from '#server/session/remove-account.ts';
import { alertTimeOf, type AlertFrequency, minAlertMinutes } from '#shared/drivers/saved-search.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { runDuringChange } from '#tests/helpers/overtaken.ts';
import { runUntilDone } from '#tests/helpers/run-until-done.ts';

/** What drivers are told about new jobs, once (`docs/product/drivers.md#job-alerts`). */
let t: TestApp;
let company: Awaited<ReturnType<typeof makeCompany>>;
let word = 0;
let query = '';
beforeAll(async () => {
  t = await startTestApp();
  company = await makeCompany(t.services.db);
});
afterAll(() => t.close());
// Each test has a word of its own, so that no search of another test finds its jobs.
beforeEach(() => void (query = `quokka${(word += 1)}x`));

const minute = 60_000;
const post = (overrides: Parameters<typeof makeJob>[2] = {}) =>
  makeJob(t.services.db, company.id, { title: `${query} driver`, ...overrides });

async function makePerson({ verified = true } = {}) {
  const driver = await makeDriver(t.services.db);
  const { db } = t.services;
  await db
    .update(users)
    .set({ emailVerifiedAt: verified ? new Date() : null })
    .where(eq(users.id, driver.id));
  const caller = await t.createCallerFor(driver);
  const save = async (frequency: AlertFrequency, filters: { query: string; homeTime?: ['HD'] } = { query }) =>
    (await caller.savedSearches.save({ ...filters, frequency })).id;
  const emails = async () => {
    const rows = await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, driver.email), eq(outbox.template, 'job_alert')));
    return rows.map(({ data }) => data as MailData['job_alert']);
  };
  const bell = () =>
    db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, driver.id), eq(notifications.kind, 'job_alert')));
  const toldJobs = async () =>
    (await emails()).flatMap(({ searches }) => searches.flatMap((search) => search.jobs.map(({ id }) => id)));
  return { ...driver, caller, save, emails, bell, toldJobs };
}

const match = (now?: Date) => runUntilDone(() => matchNewJobs(t.services.db, now));
const tell = (now?: Date) => runUntilDone(() => notifyMatches(t.services, now));
const later = (minutes: number) => new Date(Date.now() + minutes * minute);

describe('a driver is told', () => {
  test('at once about many jobs in one email and one notification, and then not for a while', async () => {
    const driver = await makePerson();
    await driver.save('at_once');
    const posted = [];
    for (let n = 0; n < 12; n += 1) posted.push(await post());
    await match();
    await tell();
    const [email, ...others] = await driver.emails();
    expect(others).toEqual([]);
    expect(email?.searches).toMatchObject([{ count: 12 }]);
    expect(email?.searches[0]?.jobs).toHaveLength(10);
    expect(await driver.bell()).toMatchObject([{ data: { count: 12, searches: 1 }, path: '/members/searches' }]);
    const next = await post();
    await match();
    await tell();
    expect(await driver.emails()).toHaveLength(1);
    await tell(later(minAlertMinutes + 1));
    expect((await driver.toldJobs()).filter((id) => id === next.id)).toHaveLength(1);
    expect(await driver.emails()).toHaveLength(2);
    await tell(later(24 * 60));
    expect(await driver.emails()).toHaveLength(2);
  });

  test('in one email about all searches that are due', async () => {
    const driver = await makePerson();
    await driver.save('at_once');
    await driver.save('at_once', { query: `${query} nurse` });
    await driver.save('weekly', { query: `${query} weekly` });
    await post();
    await post({ title: `${query} nurse` });
    await post({ title: `${query} weekly` });
    await match();
    await tell();
    const emails = await driver.emails();
    expect(emails).toHaveLength(1);
    expect(emails[0]?.searches.map(({ count }) => count)).toEqual([3, 1]);
  });

  test.each(['daily', 'weekly'] as const)('%s at 7 AM in the driver’s time zone', async (frequency) => {
    const driver = await makePerson();
    await t.services.db
      .update(drivers)
      .set({ city: 'Los Angeles', state: 'CA', postalCode: '90012' })
      .where(eq(drivers.userId, driver.id));
    await driver.save(frequency);
    const job = await post();
    const now = new Date();
    await match(now);
    const due = alertTimeOf(frequency, 'US/Pacific', now);
    await tell(new Date(due.getTime() - 1000));
    expect(await driver.emails()).toEqual([]);
    await tell(due);
    expect(await driver.toldJobs()).toEqual([job.id]);
  });

  test('not about closed jobs, nor those that the driver applied to, and not at all if none is left', async () => {
    const driver = await makePerson();
    await driver.save('at_once');
    const [closed, applied] = [await post(), await post()];
    await match();
    await t.services.db.update(jobs).set({ status: 'CLOSED' }).where(eq(jobs.id, closed.id));
    await driver.caller.drivers.applyTo({ id: applied.id });
    await tell();
    expect([await driver.emails(), await driver.bell()]).toEqual([[], []]);
    expect(await t.services.db.select().from(jobAlerts).where(eq(jobAlerts.driverId, driver.id))).toMatchObject([
      { dueAt: null, toldAt: null },
    ]);
  });

  test('not again about a job that is edited, renewed, or posted again', async () => {
    const driver = await makePerson();
    await driver.save('at_once');
    const job = await post();
    await match();
    await tell();
    const { db } = t.services;
    await db
      .update(jobs)
      .set({ status: 'CLOSED', title: `${query} better` })
      .where(eq(jobs.id, job.id));
    await db
      .update(jobs)
      .set({ status: 'POSTED', expirationDate: later(60 * 24 * 90) })
      .where(eq(jobs.id, job.id));
    await match();
    await tell(later(60));
    expect(await driver.toldJobs()).toEqual([job.id]);
  });

  test('in the bell only, without a verified address or with these emails off', async () => {
    const [unverified, muted] = [await makePerson({ verified: false }), await makePerson()];
    await muted.caller.account.setMailPreferences({ muted: ['job_alert'] });
    for (const driver of [unverified, muted]) await driver.save('at_once');
    await post();
    await match();
    await tell();
    for (const driver of [unverified, muted]) {
      expect(await driver.emails()).toEqual([]);
      expect(await driver.bell()).toHaveLength(1);
    }
  });

  test('by an email program, with a link for each search and one for all', async () => {
    const driver = await makePerson();
    await driver.save('at_once');
    await post();
    await match();
    await tell();
    const sent: string[] = [];
    await deliverMail(
      t.services.db,
      { send: async ({ to, email }) => void sent.push(`${to} ${email.turnsOff ?? ''}`), close: () => undefined },
      'http://localhost',
      1000,
    );
    expect(sent).toContain(`${driver.email} job_alert`);
  });
});

describe('exactly once', () => {
  test('a transaction that is aborted after matching or telling loses and repeats nothing', async () => {
    const driver = await makePerson();
    await driver.save('at_once');
    const job = await post();
    const { db } = t.services;
    const abort = async (work: (tx: typeof db) => Promise<unknown>) => {
      const aborted = db.transaction(async (tx) => {
        await work(tx);
        throw new Error('killed');
      });
      await expect(aborted).rejects.toThrow('killed');
    };
    await abort((tx) => matchNewJobs(tx));
    expect(await db.select().from(searchMatches).where(eq(searchMatches.jobId, job.id))).toEqual([]);
    await match();
    await abort((tx) => matchNewJobs(tx));
    await abort((tx) => notifyMatches({ ...t.services, db: tx }));
    expect(await driver.emails()).toEqual([]);
    await tell();
    await abort((tx) => notifyMatches({ ...t.services, db: tx }));
    await tell(later(60));
    expect(await driver.toldJobs()).toEqual([job.id]);
    expect(await driver.bell()).toHaveLength(1);
  });

  test('two workers at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => makePerson()));
    for (const driver of people) await driver.save('at_once');
    const posted = await Promise.all(Array.from({ length: 60 }, () => post()));
    await Promise.all([match(), match(), match()]);
    await Promise.all([tell(), tell(), tell()]);
    for (const driver of people) {
      const emails = await driver.emails();
      expect(emails.map(({ searches }) => searches.map(({ count }) => count))).toEqual([[posted.length]]);
    }
    const unmatched = await t.services.db
      .select()
      .from(jobs)
      .where(and(isNull(jobs.searchesMatchedAt), eq(jobs.status, 'POSTED')));
    expect(unmatched).toEqual([]);
  });

  /** A driver with a match that is due and a second job that is not matched yet. */
  async function withDueMatch() {
    const driver = await makePerson();
    const id = await driver.save('at_once');
    const [first, second] = [await post(), await post({ postingDate: later(1) })];
    await match();
    return { driver, id, first, second };
  }

  test('what is found while a message is written is told next', async () => {
    const { driver, first, second } = await withDueMatch();
    // The matcher waits for the driver's row, although the message that is due seems early enough.
    await runDuringChange(
      t,
      (tx) => notifyMatches({ ...t.services, db: tx }),
      () => matchNewJobs(t.services.db, later(2)),
    );
    await tell(later(60));
    expect(await driver.toldJobs()).toEqual([first.id, second.id]);
  });

  test('a message waits for what is being found', async () => {
    const { driver, first, second } = await withDueMatch();
    await t.services.db.transaction(async (tx) => {
      await matchNewJobs(tx, later(2));
      await tell(later(2));
      expect(await driver.emails()).toEqual([]);
    });
    await tell(later(60));
    expect((await driver.toldJobs()).toSorted()).toEqual([first.id, second.id].toSorted());
  });

  test('a search that is deleted before the matcher reaches its driver does not stop matching', async () => {
    const { driver, id, second } = await withDueMatch();
    await runDuringChange(
      t,
      (tx) => lockJobAlerts(tx, driver.id),
      () => matchNewJobs(t.services.db, later(2)),
      (tx) => deleteSavedSearch(tx, driver.id, { id }),
    );
    const { db } = t.services;
    expect(
      await db
        .select()
        .from(jobs)
        .where(and(eq(jobs.id, second.id), isNull(jobs.searchesMatchedAt))),
    ).toEqual([]);
    await tell(later(60));
    expect(await driver.toldJobs()).toEqual([]);
  });

  test('an account that is deleted before the matcher reaches its driver does not stop matching', async () => {
    const { driver, second } = await withDueMatch();
    await runDuringChange(
      t,
      (tx) => lockJobAlerts(tx, driver.id),
      () => matchNewJobs(t.services.db, later(2)),
      (tx) => removeAccount(tx, { id: driver.id, addresses: [driver.email] }),
    );
    const { db } = t.services;
    const left = () => db.select().from(jobAlerts).where(eq(jobAlerts.driverId, driver.id));
    expect(
      await db
        .select()
        .from(jobs)
        .where(and(eq(jobs.id, second.id), isNull(jobs.searchesMatchedAt))),
    ).toEqual([]);
    expect(await left()).toHaveLength(1);
    await tell(later(60));
    await sweepJobAlerts(db);
    expect(await left()).toEqual([]);
  });
});

describe('stopping', () => {
  async function withQueuedEmail() {
    const driver = await makePerson();
    const [stopped, kept] = [await driver.save('at_once'), await driver.save('at_once', { query: `${query} driver` })];
    await post();
    await match();
    await tell();
    expect((await driver.emails())[0]?.searches).toHaveLength(2);
    const stopPath = (await driver.emails())[0]?.searches.find(({ id }) => id === stopped)?.stopPath ?? '';
    return { driver, stopped, kept, stopPath };
  }
  const searchesOf = async ({ emails }: Awaited<ReturnType<typeof makePerson>>) =>
    (await emails()).flatMap(({ searches }) => searches.map(({ id }) => id));

  test('one search by its link takes it out of an email that is not sent, without signing in', async () => {
    const { driver, stopped, kept, stopPath } = await withQueuedEmail();
    const asked = await t.app.inject({ method: 'GET', url: stopPath });
    expect(asked.statusCode).toBe(200);
    expect(await searchesOf(driver)).toEqual([stopped, kept]);
    expect((await t.app.inject({ method: 'POST', url: stopPath })).statusCode).toBe(200);
    expect(await searchesOf(driver)).toEqual([kept]);
    const forged = stopPath.replace(stopped, kept);
    expect((await t.app.inject({ method: 'POST', url: forged })).statusCode).toBe(404);
    await post();
    await match();
    await tell(later(60));
    expect(await searchesOf(driver)).toEqual([kept, kept]);
  });

  test('all searches ends everything, also by the button of an email program', async () => {
    const { driver } = await withQueuedEmail();
    const { unsubscribeUrl } = await import('#server/mail/unsubscribe.ts');
    const url = new URL(unsubscribeUrl(t.services.keys, 'http://localhost', { userId: driver.id, kind: 'job_alert' }));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'List-Unsubscribe=One-Click';
    expect((await t.app.inject({ method: 'POST', url: url.pathname, headers, payload })).statusCode).toBe(200);
    expect(await driver.emails()).toEqual([]);
    await post();
    await match();
    await tell(later(60));
    expect(await driver.emails()).toEqual([]);
    expect(await driver.bell()).toHaveLength(1);
    const frequencies = (await driver.caller.savedSearches.list()).map(({ frequency }) => frequency);
    expect(new Set(frequencies)).toEqual(new Set(['off']));
  });

  test.each(['off', 'delete', 'mute'] as const)('in the app: %s', async (how) => {
    const { driver, stopped, kept } = await withQueuedEmail();
    if (how === 'off') await driver.caller.savedSearches.update({ id: stopped, frequency: 'off' });
    if (how === 'delete') await driver.caller.savedSearches.delete({ id: stopped });
    if (how === 'mute') await driver.caller.account.setMailPreferences({ muted: ['job_alert'] });
    expect(await searchesOf(driver)).toEqual(how === 'mute' ? [] : [kept]);
  });

  test('an email that a worker has already read is not sent', async () => {
    const [first, second] = [await withQueuedEmail(), await withQueuedEmail()];
    const sent: string[] = [];
    const send = async ({ to }: { to: string }) => {
      sent.push(to);
      for (const { driver, stopped, kept } of [first, second])
        for (const id of [stopped, kept])
          if (driver.email !== to) await driver.caller.savedSearches.update({ id, frequency: 'off' });
    };
    await t.services.db.delete(outbox).where(eq(outbox.template, 'verify_email'));
    await deliverMail(t.services.db, { send, close: () => undefined }, 'http://localhost', 1000);
    const both = sent.filter((to) => [first.driver.email, second.driver.email].includes(to));
    expect(both.length).toBeLessThan(2);
  });

  test('one search while the email is being sent tells the others once', async () => {
    const { driver, stopped, kept } = await withQueuedEmail();
    const { db } = t.services;
    await db
      .update(outbox)
      .set({ sentAt: new Date() })
      .where(and(isNull(outbox.sentAt), ne(outbox.recipient, driver.email)));
    const sent: string[] = [];
    const send = async ({ to }: { to: string }) => {
      sent.push(to);
      await driver.caller.savedSearches.update({ id: stopped, frequency: 'off' });
    };
    const deliver = () => deliverMail(db, { send, close: () => undefined }, 'http://localhost', 1000);
    await db.delete(outbox).where(and(eq(outbox.recipient, driver.email), ne(outbox.template, 'job_alert')));
    await deliver();
    await deliver();
    expect(sent).toEqual([driver.email]);
    expect((await driver.caller.savedSearches.list()).find(({ id }) => id === kept)).toMatchObject({ frequency: 'at_once' });
  });

  test('turning alerts on again tells only what is found from then on', async () => {
    const driver = await makePerson();
    const id = await driver.save('daily');
    await post();
    await match();
    await driver.caller.savedSearches.update({ id, frequency: 'off' });
    await post();
    await match();
    await driver.caller.savedSearches.update({ id, frequency: 'at_once' });
    const job = await post();
    await match();
    await tell();
    expect(await driver.toldJobs()).toEqual([job.id]);
  });

  test('a more frequent alert tells what waits', async () => {
    const driver = await makePerson();
    const id = await driver.save('weekly');
    const job = await post();
    await match();
    await driver.caller.savedSearches.update({ id, frequency: 'at_once' });
    await tell();
    expect(await driver.toldJobs()).toEqual([job.id]);
    expect(await t.services.db.select().from(savedSearches).where(eq(savedSearches.id, id))).toMatchObject([
      { frequency: 'at_once' },
    ]);
  });
});
