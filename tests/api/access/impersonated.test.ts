import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { procedureInfo } from '#server/rest/table.ts';
import { can, roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { ask } from './ask.ts';
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
const actingAs = async (account: World['owner']) =>
  app.createCallerWithToken(await app.createImpersonationToken(world.account(roles.superAdmin), account, 'web'));

/** The expected access of the impersonated role, whatever the administrator's own roles are. */
function impersonationAccess(name: string): 'open' | 'forbidden' {
  const { access } = procedureInfo(name);
  return access === 'public' || access === 'signed-in' || can([roles.companyAdmin], access) ? 'open' : 'forbidden';
}

describe('an admin acting as a stranger of another company', () => {
  test.each(cases)('$name', async ({ name, input, stranger, forbidsImpersonation, isPublic }) => {
    const outcome = await ask(await actingAs(world.stranger), name, input(world));
    const label = JSON.stringify(outcome.answer)?.slice(0, 200);
    if (impersonationAccess(name) === 'forbidden')
      return expect(outcome, label).toMatchObject({ status: 403, code: 'forbidden' });
    if (forbidsImpersonation) return expect(outcome, label).toMatchObject({ status: 403, code: 'impersonating' });
    if (stranger === 'not found') return expect(outcome, label).toMatchObject({ status: 404, code: 'not_found' });
    for (const secret of isPublic ? [] : world.secrets) expect(JSON.stringify(outcome.answer) ?? '').not.toContain(secret);
  });
});

describe('an admin acting as the owner is refused actions of the owner only, and nothing else', () => {
  test.each(cases)('$name', async ({ name, input, forbidsImpersonation }) => {
    const { code } = await ask(await actingAs(world.owner), name, input(world));
    if (impersonationAccess(name) === 'forbidden') expect(code).toBe('forbidden');
    else expect(code === 'impersonating').toBe(forbidsImpersonation ?? false);
  });
});
