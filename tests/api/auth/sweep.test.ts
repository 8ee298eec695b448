import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneTimeTokens, sessions, throttles, usedTokens } from '#drizzle/schema/accounts.ts';
import { daysFromNow } from '#server/demo/builders.ts';
import { sweepExpired } from '#server/session/sessions.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeAccount } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

test('what time has made meaningless is removed, what still says something stays', async () => {
  const { db } = t.services;
  const { id: userId, email } = await makeAccount(t);
  const session = { userId, deviceId: 'abcd1234', kind: 'rest' as const };
  const proof = { userId, email, kind: 'verify_email' as const };
  for (const [what, days] of Object.entries({ living: 1, over: -1, forgotten: -31 })) {
    const expiresAt = daysFromNow(days);
    await db.insert(sessions).values({ ...session, refreshHash: what, expiresAt });
    await db.insert(oneTimeTokens).values({ ...proof, hash: what, expiresAt });
    await db.insert(throttles).values({ bucket: 'login', key: what, windowEndsAt: expiresAt });
    await db.insert(usedTokens).values({ id: what, expiresAt });
  }
  await sweepExpired(db);
  expect((await db.select().from(sessions)).map(({ refreshHash }) => refreshHash).toSorted()).toEqual(['living', 'over']);
  expect((await db.select().from(oneTimeTokens)).map(({ hash }) => hash).toSorted()).toEqual(['living', 'over']);
  expect((await db.select().from(throttles)).map(({ key }) => key)).toEqual(['living']);
  expect((await db.select().from(usedTokens)).map(({ id }) => id)).toEqual(['living']);
});
