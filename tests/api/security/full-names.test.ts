import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { roles } from '#shared/access/access.ts';
import { ask } from '#tests/api/access/ask.ts';
import { makeWorld, type World } from '#tests/api/access/world.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** The first and last name together do not look like our name, also if only one changes (`docs/product/companies.md#names-in-emails`). */
let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
});
afterAll(() => app.close());

type Account = Parameters<TestApp['createCallerFor']>[0];
type Change = { by: () => Account; of: () => string; input?: () => object };
const changes: Record<string, Change> = {
  'auth.updateProfile': { by: () => world.owner, of: () => world.owner.id },
  'auth.updateEmployer': { by: () => world.owner, of: () => world.owner.id },
  'drivers.updateProfile': { by: () => world.driver, of: () => world.driver.id },
  'employees.update': { by: () => world.owner, of: () => world.colleague.id, input: () => ({ id: world.colleague.id }) },
  'admin.updateAdmin': {
    by: () => world.account(roles.superAdmin),
    of: () => world.account(roles.newsAdmin).id,
    input: () => ({ id: world.account(roles.newsAdmin).id }),
  },
  'admin.editEmployer': {
    by: () => world.account(roles.superAdmin),
    of: () => world.stranger.id,
    input: () => ({ id: world.stranger.id }),
  },
};

test.each(Object.entries(changes))('%s', async (procedure, { by, of, input }) => {
  const store = (firstName: string, lastName: string) =>
    app.services.db.update(users).set({ firstName, lastName }).where(eq(users.id, of()));
  const caller = await app.createCallerFor(by());
  const change = (names: object) => ask(caller, procedure, { ...input?.(), ...names });
  const refused = { status: 422, code: 'invalid' };

  await store('Haul', 'Wide');
  expect(await change({ lastName: 'Board Support' })).toMatchObject(refused);
  expect(await change({ firstName: 'MyHaul', lastName: 'Board' })).toMatchObject(refused);
  expect(await change({ lastName: 'Boardman' })).toMatchObject({ status: 200 });
  await store('Wide', 'Board');
  expect(await change({ firstName: 'Haul' })).toMatchObject(refused);

  await store('Haul', 'Board');
  expect(await change({ firstName: 'Haul', lastName: 'Board' }), 'an older name stays').toMatchObject({ status: 200 });
});

test('two changes at once cannot make up such a name', async () => {
  const { id } = world.owner;
  await app.services.db.update(users).set({ firstName: 'Wide', lastName: 'Wide' }).where(eq(users.id, id));
  const callers = [await app.createCallerFor(world.owner), await app.createCallerFor(world.owner)];
  const parts = [{ firstName: 'Haul' }, { lastName: 'Board' }];
  const outcomes = await Promise.all(callers.map((caller, at) => ask(caller, 'auth.updateProfile', parts[at])));
  expect(outcomes.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 422]));
});

test('at sign-up', async () => {
  const person = { firstName: 'Haul', lastName: 'Board Support', email: 'support@test.example', phone: '4025550142' };
  const request = { ...person, password: 'Long-Haul#2026', role: 'employer', tnNewsletters: false };
  expect(await ask(await app.createCallerFor(null), 'auth.signup', request)).toMatchObject({ status: 422 });
});
