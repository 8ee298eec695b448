import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recommendations, throttles } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { password } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

type Answer = { invitation_link: string; default_text: string };

async function employee() {
  const company = await makeCompany(t.services.db, {});
  return makeEmployee(t.services.db, company.id, { roles: [roles.companyUser], firstName: 'Dana', lastName: 'Whitfield' });
}
const recommend = async (token: string, body: object) => t.callRest('POST', '/lead/invite', { token, body });
const rowsOf = (email: string) => t.services.db.select().from(recommendations).where(eq(recommendations.email, email));

describe('POST /lead/invite', () => {
  test('returns a link that prefills the sign-up, and a text; stores the person and sends no email', async () => {
    const recommender = await employee();
    const { status, body } = await recommend(await t.createToken(recommender), {
      fullName: 'Rosa Maria Delgado',
      email: 'rosa+trucks@delgado.example',
    });
    expect(status).toBe(200);
    const answer = body.data as Answer;
    expect(Object.keys(answer).toSorted()).toEqual(['default_text', 'invitation_link']);
    const link = new URL(answer.invitation_link);
    expect(link.origin + link.pathname).toBe(`${t.services.settings.publicUrl}/signup`);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      firstName: 'Rosa',
      lastName: 'Maria Delgado',
      email: 'rosa+trucks@delgado.example',
    });
    expect(answer.default_text).toContain(answer.invitation_link);
    expect(answer.default_text).toMatch(/^Hi Rosa Maria Delgado,\n[^]*\nDana Whitfield$/);
    expect(await rowsOf('rosa+trucks@delgado.example')).toMatchObject([
      { recommenderId: recommender.id, fullName: 'Rosa Maria Delgado', acceptedAt: null },
    ]);
    expect(await t.services.db.select().from(outbox).where(eq(outbox.recipient, 'rosa+trucks@delgado.example'))).toEqual([]);
  });

  test('a driver invites a driver', async () => {
    const driver = await makeDriver(t.services.db, {});
    const { body } = await recommend(await t.createToken(driver), { full_name: 'Bo', email: 'bo@haul.example' });
    expect(new URL((body.data as Answer).invitation_link).searchParams.get('role')).toBe('driver');
    expect((body.data as Answer).default_text).toContain('find driving jobs');
  });

  test('the same address again is one row with the newer name', async () => {
    const token = await t.createToken(await employee());
    await recommend(token, { fullName: 'Kim Ode', email: 'kim@ode.example' });
    await recommend(token, { fullName: 'Kim Oade', email: 'KIM@ode.example' });
    expect(await rowsOf('kim@ode.example')).toMatchObject([{ fullName: 'Kim Oade' }]);
  });

  test('signing up with the address accepts the recommendation', async () => {
    await recommend(await t.createToken(await employee()), { fullName: 'Lena Fox', email: 'lena@fox.example' });
    const person = { email: 'Lena@fox.example', password, first_name: 'Lena', last_name: 'Fox', phone: '4025550142' };
    const { body } = await t.callRest('POST', '/auth/signup', { body: person });
    const [row] = await rowsOf('lena@fox.example');
    expect(row).toMatchObject({ acceptedBy: (body.data as { id: string }).id });
    expect(row?.acceptedAt).toBeInstanceOf(Date);
  });

  test.each([
    [{ fullName: '', email: 'rosa@delgado.example' }, 'No name provided'],
    [{ fullName: 'R', email: 'rosa@delgado.example' }, 'Name should be at least two characters long'],
    [{ fullName: 'Rosa', email: '' }, 'No email provided'],
    [{ fullName: 'Rosa', email: 'rosa' }, 'Needs to be a valid email.'],
  ])('%j is refused', async (body, message) => {
    const answer = await recommend(await t.createToken(await employee()), body);
    expect([answer.status, answer.body.errors[0]?.message]).toEqual([422, message]);
  });

  test('thirty an hour are allowed, and thirty more an hour later', async () => {
    const recommender = await employee();
    const token = await t.createToken(recommender);
    const send = async () => (await recommend(token, { fullName: 'Pat Lane', email: 'pat@lane.example' })).status;
    for (let sent = 0; sent < 30; sent += 1) expect(await send()).toBe(200);
    expect(await send()).toBe(429);
    await t.services.db
      .update(throttles)
      .set({ windowEndsAt: new Date(Date.now() - 1000) })
      .where(eq(throttles.key, recommender.id));
    expect(await send()).toBe(200);
  });

  test('is refused without a session', async () => {
    expect((await t.callRest('POST', '/lead/invite', { body: { fullName: 'Rosa', email: 'rosa@delgado.example' } })).status).toBe(
      401,
    );
  });
});
