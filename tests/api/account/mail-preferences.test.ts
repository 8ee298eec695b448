import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeJob } from '#server/demo/builders.ts';
import { newslettersConsent } from '#shared/accounts/auth.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

const newslettersConsentText = writeText(newslettersConsent, 'en');

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

describe('what a driver is mailed', () => {
  test('follows what was switched off, and on again', async () => {
    const driver = await makeDriver(t.services.db, { user: { email: 'quiet@drivers.example' } });
    const { account } = await t.createCallerFor(driver);
    const company = await makeCompany(t.services.db);
    const apply = async () => {
      const job = await makeJob(t.services.db, company.id);
      const answer = await t.callRest('POST', `/jobs/${job.id}/apply`, { token: await t.createToken(driver) });
      expect(answer.status).toBe(201);
      return (await t.services.db.select().from(outbox).where(eq(outbox.recipient, driver.email))).length;
    };
    expect(await account.mailPreferences()).toMatchObject({ muted: [] });
    expect(await apply()).toBe(1);
    expect(await account.setMailPreferences({ muted: ['application_sent'] })).toMatchObject({ muted: ['application_sent'] });
    expect(await apply()).toBe(1);
    await account.setMailPreferences({ muted: [] });
    expect(await apply()).toBe(2);
  });

  test('has no other kinds', async () => {
    const { account } = await t.createCallerFor(await makeDriver(t.services.db));
    await expect(account.setMailPreferences({ muted: ['password_changed'] as never })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});

describe('the newsletters consent', () => {
  test('is stored with its time and text, and is withdrawn as easily', async () => {
    const driver = await makeDriver(t.services.db);
    const { account } = await t.createCallerFor(driver);
    const none = { newsletters: false, newslettersConsentAt: null, newslettersConsentText: null };
    expect(await account.mailPreferences()).toMatchObject(none);
    const saved = await account.setMailPreferences({ newsletters: true });
    expect(saved).toMatchObject({ newsletters: true, newslettersConsentText });
    expect(saved.newslettersConsentAt!.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(await account.setMailPreferences({ newsletters: true })).toEqual(saved);
    expect(await account.setMailPreferences({ newsletters: false })).toMatchObject(none);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.actorId, driver.id)).orderBy(auditLog.id);
    expect(log.map(({ action, detail }) => [action, detail])).toEqual([
      ['newsletters.consent', { text: newslettersConsentText }],
      ['newsletters.withdraw', null],
    ]);
  });
});
