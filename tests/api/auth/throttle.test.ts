import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { throttles } from '#drizzle/schema/accounts.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { logIn, makeAccount } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
afterEach(() => void vi.useRealTimers());

const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const wrong = { password: 'Wr0ng!Haul7x', device_id: 'strange1' };
const otherDevice = { device_id: 'another1' };
const address = (n: number) => `203.0.113.${n}`;

async function failLogins(email: string, times: number, ip: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await logIn(t, email, wrong, ip)).status);
  return statuses;
}

describe('wrong passwords from one address', () => {
  test('cost nothing five times, then growing delays that bind the right password too', async () => {
    stopClock();
    const { email } = await makeAccount(t);
    expect(await failLogins(email, 6, address(1))).toEqual([401, 401, 401, 401, 401, 401]);
    const refusal = await logIn(t, email, {}, address(1));
    expect(refusal).toMatchObject({ status: 429, errors: [{ code: 'too_many' }] });
    expect(refusal.headers['retry-after']).toBe('1');
    const waits: unknown[] = [];
    for (let n = 0; n < 6; n++) {
      pass(Number(waits.at(-1) ?? 1) + 0.01);
      expect((await logIn(t, email, wrong, address(1))).status).toBe(401);
      waits.push((await logIn(t, email, wrong, address(1))).headers['retry-after']);
    }
    expect(waits).toEqual(['2', '4', '8', '16', '32', '64']);
  });

  test('are cleared by the correct password, and over time', async () => {
    stopClock();
    const { email } = await makeAccount(t);
    await failLogins(email, 5, address(2));
    expect((await logIn(t, email, {}, address(2))).status).toBe(200);
    expect(await failLogins(email, 6, address(2))).not.toContain(429);
    pass(31 * 60);
    expect(await failLogins(email, 6, address(2))).not.toContain(429);
  });

  test('never delay beyond a quarter of an hour', async () => {
    stopClock();
    const { email } = await makeAccount(t);
    for (let n = 0; n < 20; n++) {
      await logIn(t, email, wrong, address(3));
      pass(15 * 60 + 1);
    }
    await logIn(t, email, wrong, address(3));
    const { status, headers } = await logIn(t, email, {}, address(3));
    expect([status, Number(headers['retry-after'])]).toEqual([429, 900]);
    pass(901);
    expect((await logIn(t, email, {}, address(3))).status).toBe(200);
  });

  test('delay an address without account just the same', async () => {
    stopClock();
    expect(await failLogins('unknown@test.example', 7, address(4))).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });
});

test('a Spanish browser reads the delay in Spanish', async () => {
  stopClock();
  const { email } = await makeAccount(t);
  await failLogins(email, 6, address(7));
  const signInAgain = (language: string) => logIn(t, email, wrong, address(7), { 'accept-language': language });
  expect((await signInAgain('es')).message).toBe('Demasiados intentos. Inténtelo en 1 segundo.');
  expect((await signInAgain('en')).message).toBe('Too many attempts. Try again in 1 second.');
});

test('another spelling that finds the same account is counted as the same', async () => {
  stopClock();
  const { email } = await makeAccount(t, { email: 'kim.iris@island.example' });
  await failLogins('kim.iris@island.example', 6, address(5));
  for (const spelling of ['KIM.IRIS@ISLAND.EXAMPLE', 'k\u0130m.\u0130r\u0130s@island.example', '\u212Aim.iris@island.example'])
    expect([spelling, (await logIn(t, spelling, wrong, address(5))).status]).toEqual([spelling, 429]);
  expect((await logIn(t, email, {}, address(6))).status).toBe(200);
});

describe('a stranger with many addresses', () => {
  test('is slowed, and does not lock out the owner at a known address', async () => {
    stopClock();
    const { email } = await makeAccount(t);
    await logIn(t, email, {}, address(10));
    for (let n = 0; n < 30; n++) await logIn(t, email, wrong, address(100 + n));
    expect((await logIn(t, email, otherDevice, address(200))).status).toBe(429);
    expect((await logIn(t, email, otherDevice, address(10))).status).toBe(200);
    pass(61);
    expect((await logIn(t, email, otherDevice, address(200))).status).toBe(200);
  });

  test('never locks out the owner on a known device, wherever it is, in 500 tries', async () => {
    stopClock();
    const { email } = await makeAccount(t);
    await logIn(t, email, {}, address(10));
    let checkedCount = 0;
    for (let n = 0; n < 500; n++) {
      const ip = `2001:db8:${(n + 1).toString(16)}::1`;
      const stranger = await logIn(t, email, { ...wrong, device_id: `strange${n}` }, ip);
      expect([401, 429]).toContain(stranger.status);
      if (stranger.status === 401) checkedCount++;
      pass(n % 3);
      if (n % 100 !== 99) continue;
      expect((await logIn(t, email, {}, `2001:db8:aaaa:${n}::1`)).status).toBe(200);
      expect((await logIn(t, email, otherDevice, address(10))).status).toBe(200);
    }
    expect(checkedCount).toBeLessThan(40);
  }, 120_000);

  test('from the owner’s own IP address slows only other devices there', async () => {
    stopClock();
    const { email } = await makeAccount(t);
    await logIn(t, email, {}, address(11));
    expect(await failLogins(email, 7, address(11))).toEqual([401, 401, 401, 401, 401, 401, 429]);
    expect((await logIn(t, email, otherDevice, address(11))).status).toBe(429);
    expect((await logIn(t, email, {}, address(11))).status).toBe(200);
  });

  test('that knows the device id gains six tries, and the owner at a known address can sign in', async () => {
    stopClock();
    const { email } = await makeAccount(t);
    await logIn(t, email, {}, address(12));
    const guess = (n: number) => logIn(t, email, { password: 'Wr0ng!Haul7x' }, `2001:db8:cccc:${n}::1`);
    const statuses: number[] = [];
    for (let n = 0; n < 30; n++) statuses.push((await guess(n)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(6);
    expect((await logIn(t, email, {}, address(12))).status).toBe(200);
  });

  test.each(['', 'test', '1234567'])('cannot sign in with the device id %j', async (device_id) => {
    stopClock();
    const { email } = await makeAccount(t);
    await logIn(t, email, { device_id }, address(13));
    for (let n = 0; n < 22; n++) await logIn(t, email, wrong, address(150 + n));
    expect((await logIn(t, email, { device_id }, address(201))).status).toBe(429);
  });

  test('is bound on a device that another account knows', async () => {
    stopClock();
    const [{ email }, neighbour] = [await makeAccount(t), await makeAccount(t)];
    await logIn(t, neighbour.email, { device_id: 'shared99' }, address(14));
    for (let n = 0; n < 22; n++) await logIn(t, email, wrong, address(150 + n));
    expect((await logIn(t, email, { device_id: 'shared99' }, address(202))).status).toBe(429);
  });

  test('that tries many accounts from one address is slowed; accounts that signed in from there before, and other addresses, are not', async () => {
    stopClock();
    const { email } = await makeAccount(t);
    const hundredFailures = { hits: 100, windowEndsAt: new Date(Date.now() + 60_000) };
    await t.services.db.insert(throttles).values({ bucket: 'login_address', key: address(50), ...hundredFailures });
    expect((await logIn(t, email, {}, address(50))).status).toBe(200);
    expect((await logIn(t, 'guess@test.example', wrong, address(50))).status).toBe(401);
    const stranger = await makeAccount(t);
    expect((await logIn(t, stranger.email, {}, address(50))).status).toBe(429);
    expect((await logIn(t, email, {}, address(50))).status).toBe(200);
    expect((await logIn(t, stranger.email, {}, address(51))).status).toBe(200);
  });

  test('gains nothing by trying in parallel: attempts after the delay began are not checked', async () => {
    stopClock();
    const { email } = await makeAccount(t);
    const answers = await Promise.all(Array.from({ length: 24 }, () => logIn(t, email, wrong, address(60))));
    const checkedCount = answers.filter(({ status }) => status === 401);
    expect(checkedCount).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(18);
  });
});
