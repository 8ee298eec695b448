// @engine both
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { notificationChoices } from '#drizzle/schema/notifications.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { unsubscribeUrl } from '#server/mail/unsubscribe.ts';
import { openKeys } from '#server/session/keys.ts';
import { roles } from '#shared/access/access.ts';
import type { TurnOffKind } from '#shared/accounts/mail-preferences.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let driver: { id: string };
let employee: { id: string };
beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  driver = await makeUser(db, { roles: [roles.driver], language: 'es' });
  employee = await makeEmployee(db, (await makeCompany(db)).id);
});
afterAll(() => t.close());

const linkFor = ({ id }: { id: string }, kind: TurnOffKind) => unsubscribeUrl(t.services.keys, '', { userId: id, kind });
const open = (url: string) => t.app.inject({ method: 'GET', url });
/** What the button of an email program sends. */
const post = (url: string, body = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
  t.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: body });
const mutedOf = async ({ id }: { id: string }) =>
  (await t.services.db.select({ muted: users.mutedMails }).from(users).where(eq(users.id, id)))[0]?.muted;
const choicesOf = ({ id }: { id: string }) =>
  t.services.db
    .select({ kind: notificationChoices.kind, email: notificationChoices.email, bell: notificationChoices.bell })
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, id));

test('opening the link asks in the language of the account, and changes nothing', async () => {
  const { statusCode, body } = await open(linkFor(driver, 'boosted_job'));
  expect(statusCode).toBe(200);
  expect(body).toContain('<html lang="es"');
  expect(body).toContain('<form method="post"');
  expect(await mutedOf(driver)).toEqual([]);
});

test.each([
  ['the page’s form', '', 'application/x-www-form-urlencoded'],
  ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  [
    'a form with parts',
    '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--',
    'multipart/form-data; boundary=b',
  ],
])('posting to it as %s turns that kind off, once', async (_what, body, type) => {
  const other = await makeUser(t.services.db, { roles: [roles.driver] });
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await post(linkFor(other, 'job_invitation'), body, type)).statusCode).toBe(200);
  expect(await mutedOf(other)).toEqual(['job_invitation']);
  expect(await mutedOf(driver)).toEqual([]);
});

test('the emails that a company’s people choose are turned off too, and the bell stays', async () => {
  expect((await post(linkFor(employee, 'new_application'))).statusCode).toBe(200);
  expect(await choicesOf(employee)).toEqual([{ kind: 'new_application', email: 'off', bell: true }]);
  await t.services.db.insert(notificationChoices).values([
    { userId: employee.id, kind: 'mention', email: 'daily', bell: true },
    { userId: employee.id, kind: 'interview', email: 'now', bell: true },
  ]);
  expect((await post(linkFor(employee, 'daily_digest'))).statusCode).toBe(200);
  expect(new Map((await choicesOf(employee)).map(({ kind, email }) => [kind, email]))).toEqual(
    new Map([
      ['new_application', 'off'],
      ['mention', 'off'],
      ['interview', 'now'],
    ]),
  );
});

test('a link that we did not write is answered 404, and turns nothing off', async () => {
  const { id } = await makeUser(t.services.db, { roles: [roles.driver] });
  const link = linkFor({ id }, 'boosted_job');
  const others = [
    link.replace('boosted_job', 'job_invitation'),
    link.replace(id, driver.id),
    link.slice(0, -4),
    link.replace('boosted_job', 'failed_payments'),
    '/unsubscribe/x',
    unsubscribeUrl(openKeys({ current: 'another secret' }, ''), '', { userId: id, kind: 'boosted_job' }),
  ];
  for (const url of others) {
    expect((await open(url)).statusCode).toBe(404);
    expect((await post(url)).statusCode).toBe(404);
  }
  expect(await mutedOf({ id })).toEqual([]);
  expect(await mutedOf(driver)).toEqual([]);
});

test('a link of a deleted account does nothing', async () => {
  const gone = { id: '00000000-0000-4000-8000-000000000001' };
  expect((await post(linkFor(gone, 'mention'))).statusCode).toBe(200);
  expect(await choicesOf(gone)).toEqual([]);
});

test('a link works after the keys were rotated', async () => {
  const { id } = await makeUser(t.services.db, { roles: [roles.driver] });
  const { keys } = t.services;
  const link = linkFor({ id }, 'boosted_job');
  t.services.keys = { ...openKeys({ current: 'the next secret' }, ''), previous: keys };
  const { readUnsubscription } = await import('#server/mail/unsubscribe.ts');
  expect(readUnsubscription(t.services.keys, link.slice('/unsubscribe/'.length))).toEqual({ userId: id, kind: 'boosted_job' });
  t.services.keys = keys;
});
