import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeEmployee, makeUser } from '#server/demo/builders.ts';
import { routes } from '#server/rest/routes.ts';
import { procedureInfo, procedureNames } from '#server/rest/table.ts';
import { allRoles, can, type Role, seesEveryCompany } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { ask, type Outcome } from './ask.ts';
import { callRoute } from './call-route.ts';
import type { ClassifiedProcedure } from './classification.ts';
import { classified } from './classified.ts';
import { makeWorld, type World } from './world.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
});
afterAll(() => app.close());

const cases = Object.entries(classified).map(([name, facts]) => ({ name, ...facts }));

test('every procedure is classified, and nothing else is', () => {
  expect(Object.keys(classified).toSorted()).toEqual(procedureNames().toSorted());
});

test('every route names a procedure that is there', () => {
  for (const { procedure, options } of routes)
    for (const name of [procedure, options.driverProcedure ?? procedure]) expect(procedureNames()).toContain(name);
});

function callerWithoutAccess({ isDriverOwned, deletesAccount }: ClassifiedProcedure) {
  const stranger = isDriverOwned ? world.otherDriver : world.stranger;
  return deletesAccount ? makeUser(app.services.db, { roles: stranger.roles }) : stranger;
}

/** The account that calls as a role. A call that ends its account gets another one. */
function makePerson(role: Role, { deletesAccount }: ClassifiedProcedure) {
  return deletesAccount ? makeUser(app.services.db, { roles: [role] }) : world.account(role);
}

function expectNothingOfCompanyA(answer: unknown, { isPublic }: ClassifiedProcedure): void {
  const text = JSON.stringify(answer) ?? '';
  for (const secret of isPublic ? [] : world.secrets) expect(text).not.toContain(secret);
}

describe('a stranger', () => {
  test.each(cases)('$name', async (facts) => {
    const outcome = await ask(await app.createCallerFor(await callerWithoutAccess(facts)), facts.name, facts.input(world));
    if (facts.stranger === 'not found') expect(outcome).toMatchObject({ status: 404, code: 'not_found' });
    else expectNothingOfCompanyA(outcome.answer, facts);
  });

  test('finds the same rows that their owner does not miss', async () => {
    for (const facts of cases.filter(({ stranger, isDriverOwned }) => stranger === 'not found' && !isDriverOwned)) {
      const outcome = await ask(await app.createCallerFor(world.owner), facts.name, facts.input(world));
      expect(outcome.status, `${facts.name}: ${JSON.stringify(outcome.answer)}`).not.toBe(404);
      expect(outcome.code, facts.name).not.toBe('forbidden');
    }
  });
});

function expectAccess(
  access: ReturnType<typeof procedureInfo>['access'],
  role: Role | null,
  { ownCompany }: ClassifiedProcedure,
  outcome: Pick<Outcome, 'status' | 'code'>,
  label: string,
): void {
  const isRefused = outcome.code === 'unauthenticated' || outcome.code === 'forbidden';
  if (access === 'public') return expect(isRefused && outcome.status === 403, label).toBe(false);
  if (role === null) return expect(outcome, label).toMatchObject({ status: 401 });
  if (access === 'signed-in') return expect(isRefused, label).toBe(false);
  const isGranted = can([role], access) && !(ownCompany && seesEveryCompany([role]));
  return isGranted ? expect(isRefused, label).toBe(false) : expect(outcome, label).toMatchObject({ status: 403 });
}

describe.each([null, ...allRoles])('as %s', (role) => {
  test.each(cases)('$name', async (facts) => {
    const outcome = await ask(
      await app.createCallerFor(role ? await makePerson(role, facts) : null),
      facts.name,
      facts.input(world),
    );
    expectAccess(procedureInfo(facts.name).access, role, facts, outcome, JSON.stringify(outcome.answer)?.slice(0, 200));
  });
});

describe('who must choose a new password', () => {
  const allowedWhileImpersonating = ['auth.changePassword', 'auth.profile', 'auth.employer'];
  const expected = (procedure: string) =>
    procedureInfo(procedure).access === 'public' || allowedWhileImpersonating.includes(procedure) ? 'let in' : 'held';
  const found = ({ status, code }: Outcome) => (status === 403 && code === 'password_change_required' ? 'held' : 'let in');
  const held = () => makeEmployee(app.services.db, world.company.id, { mustChangePassword: true });

  test('reads their own account, changes the password and nothing else, on the web', async () => {
    const account = await held();
    for (const { name, input } of cases.filter(({ name }) => name !== 'auth.logout'))
      expect(found(await ask(await app.createCallerFor(account), name, input(world))), name).toBe(expected(name));
  });

  test('and nothing else through REST', async () => {
    const token = await app.createToken(await held());
    for (const route of routes.filter(({ options, procedure }) => !options.upload && procedure !== 'auth.logout')) {
      const outcome = await callRoute(app, world, route, token);
      expect(found(outcome), `${route.method} ${route.path}`).toBe(expected(route.procedure));
    }
    expect((await app.callRest('GET', '/user', { token })).status).toBe(200);
    expect((await app.callRest('POST', '/auth/logout', { token })).status).toBe(200);
  });
});

describe('through REST', () => {
  const named = routes.map((route) => ({ name: `${route.method} ${route.path}`, route }));

  test.each(named)('$name: a stranger', async ({ route }) => {
    const facts = classified[route.procedure];
    if (!facts) throw new Error(`${route.procedure} is not classified`);
    const outcome = await callRoute(app, world, route, await app.createToken(await callerWithoutAccess(facts)));
    if (facts.stranger === 'not found') expect(outcome.status, JSON.stringify(outcome.answer)).toBe(404);
    else expectNothingOfCompanyA(outcome.answer, facts);
  });

  test.each(named)('$name: without a session', async ({ route }) => {
    const { access } = procedureInfo(route.procedure);
    const outcome = await callRoute(app, world, route, undefined);
    if (access === 'public') expect(outcome.status).not.toBe(403);
    else expect(outcome).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('an unknown path and a wrong method answer in the contract’s shape', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['DELETE', '/jobs'],
    ] as const) {
      const { status, body } = await app.callRest(method, path);
      expect(status).toBe(404);
      expect(body.message).toBe(body.errors[0]?.message);
    }
  });
});
