import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { routes } from '#server/rest/routes.ts';
import { procedureInfo } from '#server/rest/table.ts';
import { can, roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { ask } from './ask.ts';
import { callRoute } from './call-route.ts';
import { classified } from './classified.ts';
import { makeWorld, type World } from './world.ts';

/** What a company notes about an applicant stays with the company (`docs/product/applicants-and-matching.md#what-the-driver-sees`). */
let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
  const company = await app.createCallerFor(world.owner);
  const applicantId = world.applicationId;
  await company.applicants.rate({ jobId: world.job.id, applicantId, rating: 2 });
  await company.applicants.tag({ jobId: world.job.id, applicantId, text: 'Aardvark tag' });
  await company.hiring.logCall({ applicantId, outcome: 'reached', text: 'Aardvark call' });
  await company.hiring.moveStage({ applicantId, stage: 'not_a_fit', reason: 'experience' });
});
afterAll(() => app.close());

function isForDrivers(name: string): boolean {
  const { access } = procedureInfo(name);
  return access === 'public' || access === 'signed-in' || can([roles.driver], access);
}

const secrets = /Aardvark (?:note|call|tag)|"(?:rating|notAFitReason|not_a_fit_reason)":(?!null)/;
const cases = Object.entries(classified)
  .map(([name, facts]) => ({ name, ...facts }))
  .filter(({ name, deletesAccount }) => !deletesAccount && name !== 'drivers.withdraw' && isForDrivers(name));
const driverRoutes = routes.filter(({ procedure, options }) =>
  cases.some(({ name }) => name === (options.driverProcedure ?? procedure)),
);

describe('a driver sees no note, rating, tag or reason of the company', () => {
  test.each(cases)('$name', async ({ name, input }) => {
    const outcome = await ask(await app.createCallerFor(world.driver), name, input(world));
    expect(JSON.stringify(outcome.answer) ?? '').not.toMatch(secrets);
  });

  test.each(driverRoutes)('$method $path', async (route) => {
    const outcome = await callRoute(app, world, route, await app.createToken(world.driver));
    expect(JSON.stringify(outcome.answer) ?? '').not.toMatch(secrets);
  });

  test('but the company does, and the driver’s own application is among the answers', async () => {
    const company = await app.createCallerFor(world.owner);
    const page = await company.hiring.page({ id: world.applicationId });
    const timeline = await company.hiring.timeline({ applicantId: world.applicationId, offset: 0, limit: 25 });
    expect(JSON.stringify([page, timeline])).toMatch(secrets);
    const [row] = await app.services.db.select().from(applications).where(eq(applications.id, world.applicationId));
    expect(row).toMatchObject({ rating: 2, notAFitReason: 'experience' });
    const driver = await app.createCallerFor(world.driver);
    const own = await driver.drivers.applications({ offset: 0, limit: 25 });
    expect(own.items.map(({ id }) => id)).toContain(world.applicationId);
  });
});
