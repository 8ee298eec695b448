import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '#server/demo/builders.ts';
import { openApi } from '#server/rest/openapi.ts';
import { routes } from '#server/rest/routes.ts';
import { procedureInfo, type Route } from '#server/rest/table.ts';
import { allRoles, capabilities, type Role, roles } from '#shared/access/access.ts';
import { callRoute } from '#tests/api/access/call-route.ts';
import { classified } from '#tests/api/access/classified.ts';
import { makeWorld, type World } from '#tests/api/access/world.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { calls, creatingPaths, rolesOf, type CallerName } from './contract-calls.ts';
import { keysOf } from './wire.ts';

/** Every call of the contract exists and answers as specified for a permitted role, another role and a visitor. */
let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
});
afterAll(() => app.close());

const nameOf = ({ method, path }: Route) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
const table = new Map(routes.map((route) => [nameOf(route), route]));

function routeOf(call: string): Route {
  const route = table.get(call);
  if (!route) throw new Error(`${call} is not in the table`);
  return route;
}

test('every call is in the table, with the status that it answers', () => {
  const missing = calls.filter(([call]) => !table.has(call)).map(([call]) => call);
  expect(missing).toEqual([]);
  for (const [call] of calls) expect(routeOf(call).options.status ?? 200, call).toBe(creatingPaths.includes(call) ? 201 : 200);
});

test('every call is open to those roles and no others', () => {
  for (const [call, who] of calls) {
    const { access } = procedureInfo(routeOf(call).procedure);
    const isOpen = access === 'public' || access === 'signed-in';
    const expected = access === 'public' ? 'anybody' : 'signed-in';
    if (isOpen) expect(who, call).toBe(expected);
    else expect([...capabilities[access]].toSorted(), call).toEqual([...rolesOf(who)].toSorted());
  }
});

/** Where this test's input is refused for other reasons, the status still shows that access was granted. */
const refusals: Record<string, number> = {
  'POST /auth/login': 401,
  'POST /auth/login/social': 401,
  'POST /auth/logout': 401,
  'POST /auth/signup': 422,
  'POST /auth/refresh': 401,
  'POST /auth/change-password': 422,
  'POST /auth/verify-token-password': 422,
  'POST /auth/reset-password': 422,
  'POST /auth/validate-employer-email': 401,
  'POST /auth/verify-email': 422,
  'POST /companies': 409,
  'GET /companies/logo/{fileName}': 404,
  'POST /employees': 422,
  'POST /companies/{id}/employers': 422,
  'POST /admin/admins': 422,
  'POST /employees/password': 422,
  'POST /admin/employers/change-password': 422,
  'POST /payment/company/invoice/charge': 402,
  'POST /jobs/{id}/boost': 402,
  'POST /payment/invoice/renewal': 409,
  'POST /payment/employer/job/addons': 409,
  'POST /payment/company/billing': 422,
  'DELETE /jobs/{id}/tag': 404,
  'PATCH /admin/invoices/{id}': 409,
  'DELETE /news/channels/{id}': 404,
  'POST /news/channels/{id}/leave': 409,
  'DELETE /news/posts/{id}': 404,
  'POST /ads': 422,
  'GET /ads/{id}': 404,
  'PATCH /ads/{id}': 404,
  'DELETE /ads/{id}': 404,
  'DELETE /ads/multimedia/delete/{id}': 404,
  'DELETE /albums/{id}': 404,
};

/** An upload is a form and must say so. */
const expectedOf = (call: string) =>
  refusals[call] ?? (routeOf(call).options.upload ? 415 : creatingPaths.includes(call) ? 201 : 200);

function tokenOf(role: Role, call: string): Promise<string> {
  const isLast = classified[routeOf(call).procedure]?.deletesAccount;
  return isLast ? makeUser(app.services.db, { roles: [role] }).then(app.createToken) : app.createToken(world.account(role));
}

const allowedRole = (who: CallerName) => (who === 'signed-in' ? roles.companyAdmin : (rolesOf(who)[0] ?? roles.companyAdmin));
const wrongRole = (who: CallerName) => allRoles.find((role) => !rolesOf(who).includes(role));

test('the document names what every call answers', () => {
  const document = openApi(routes, { prefix: '', server: 'http://test.example', version: 'test' });
  for (const [call, , names] of calls) {
    const [method = '', path = ''] = call.split(' ');
    const documentedNames = namesOf(document, path, method.toLowerCase());
    for (const name of names.split(' ').filter(Boolean)) expect(documentedNames, call).toContain(name);
  }
});

/** All names in the schema of a call's successful answer. */
function namesOf(document: object, path: string, method: string): string[] {
  const { paths, components } = document as { paths: Record<string, Record<string, { responses: object }>>; components: object };
  const text = JSON.stringify(Object.entries(paths[path]?.[method]?.responses ?? {})[0]);
  const shared = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  const { schemas } = components as { schemas: Record<string, object> };
  return keysOf([JSON.parse(text) as unknown, shared.map((name) => schemas[name])]);
}

describe.each(calls)('%s', (call, who, names) => {
  test(`answers ${who}, refuses others`, async () => {
    const route = routeOf(call);
    if (who !== 'anybody') {
      const anonymous = await callRoute(app, world, route, undefined);
      expect(anonymous, 'anonymous').toMatchObject({ status: 401, code: 'unauthenticated' });
    }
    const wrong = wrongRole(who);
    if (wrong) {
      const refusal = await callRoute(app, world, route, await tokenOf(wrong, call));
      expect(refusal, wrong).toMatchObject(route.options.upload ? { status: 415 } : { status: 403, code: 'forbidden' });
    }
    const token = who === 'anybody' ? undefined : await tokenOf(allowedRole(who), call);
    const { status, answer } = await callRoute(app, world, route, token);
    expect(status, JSON.stringify(answer)).toBe(expectedOf(call));
    if (status >= 400) return;
    const { data } = answer as { data: unknown };
    const [first] = Array.isArray(data) ? (data as unknown[]) : [data];
    if (first && names) expect(Object.keys(first)).toEqual(expect.arrayContaining(names.split(' ')));
  });
});
