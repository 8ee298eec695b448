import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { throttles } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { type HiddenColumnName, hiddenColumnNames } from '#server/access/application-columns.ts';
import { routes } from '#server/rest/routes.ts';
import { procedureInfo } from '#server/rest/table.ts';
import { can, roles } from '#shared/access/access.ts';
import { applicantFields } from '#shared/drivers/applicant-fields.ts';
import type { Condition } from '#shared/lists/list.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { ask, type Outcome } from './ask.ts';
import { callRoute } from './call-route.ts';
import { classified } from './classified.ts';
import { makeWorld, type World } from './world.ts';

/** A company no longer sees what a driver takes back by withdrawing (`docs/product/applicants-and-matching.md#stages`). */
let app: TestApp;
let world: World;
let token: string;

/** A value of each hidden column that appears nowhere else. A new hidden column needs one. */
const secrets: { [Name in HiddenColumnName]: (typeof applications.$inferInsert)[Name] } = {
  phone: '4029735581',
  email: 'takenback.quokka@secret.example',
  street1: '17 Quokka Hollow',
  street2: 'Unit 9 Quokka',
  postalCode: '68599',
  message: 'Quokka message',
  screeningAnswers: [{ questionId: '1', type: 'text', text: 'Quokka question?', value: 'Quokka answer', isFlagged: true }],
  isFlagged: true,
};
const shownSecrets = /quokka|402\D*973\D*5581|(?<![\w.-])68599(?!\w)|"is_?flagged":true/i;
const isWithdrawn: Condition = { field: 'stage', operator: 'equals', value: 'withdrawn' };

async function withdraw(withdrawnAt: Date | null) {
  const stage = withdrawnAt ? 'withdrawn' : 'new';
  await app.services.db.update(applications).set({ withdrawnAt, stage }).where(eq(applications.id, world.applicationId));
}

beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
  token = await app.createToken(world.owner);
  await app.services.db.update(applications).set(secrets).where(eq(applications.id, world.applicationId));
  await withdraw(new Date());
});
afterAll(() => app.close());

/** Procedures that answer a company with data. */
const isQuery = (name: string) => procedureInfo(name).type === 'query' || /export/i.test(name);
const isForCompanies = (name: string) => {
  const { access } = procedureInfo(name);
  return access !== 'public' && (access === 'signed-in' || can([roles.companyAdmin], access));
};
const cases = Object.keys(classified).filter((name) => isQuery(name) && isForCompanies(name));
const companyRoutes = routes.filter(({ procedure }) => cases.includes(procedure));
/** Lists answer with the withdrawn application only if a filter names the stage. Other procedures ignore the filter. */
const inputOf = (name: string, filters: Condition[]) => ({ ...classified[name]?.input(world), filters });
/** What a company reads before the driver withdraws. The files show it as well, but a procedure answers them as a stream. */
const showSecrets = new Set(['applicants.list', 'applicants.get', 'hiring.search', 'hiring.page']);
const files = new Set(['applicants.export', 'hiring.export']);
/** Procedures that have nothing to answer here. */
const refusals: Readonly<Record<string, number>> = { 'company.logo': 404, 'places.details': 422 };
const showsSecrets = ({ answer }: Outcome) => shownSecrets.test(JSON.stringify(answer) ?? '');

/** Asks before and after the driver withdraws. A call that fails for another reason would prove nothing. */
async function expectSecrecy(name: string, wasShown: boolean, call: (filters: Condition[]) => Promise<Outcome>) {
  const status = refusals[name] ?? 200;
  await app.services.db.delete(throttles);
  await withdraw(null);
  const before = await call([]);
  expect(before).toMatchObject({ status });
  expect(showsSecrets(before), 'before').toBe(wasShown);
  await withdraw(new Date());
  const plain = await call([]);
  expect(plain).toMatchObject({ status });
  expect(showsSecrets(plain), 'withdrawn').toBe(false);
  const filtered = await call([isWithdrawn]);
  // A list of something else has no such filter.
  expect([status, ...(wasShown ? [] : [422])]).toContain(filtered.status);
  expect(showsSecrets(filtered), 'withdrawn, by stage').toBe(false);
}

async function readDownload(): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, rawPayload } = await app.app.inject({ method: 'POST', url: '/api/1.0/user/export', headers });
  expect(statusCode).toBe(200);
  const files = Object.entries(unzipSync(rawPayload)).filter(([name]) => name.endsWith('.json'));
  return files.map(([, content]) => Buffer.from(content).toString()).join('\n');
}

describe('a company reads nothing that a driver took back', () => {
  test.each(cases)('with %s', async (name) => {
    const caller = await app.createCallerFor(world.owner);
    await expectSecrecy(name, showSecrets.has(name), (filters) => ask(caller, name, inputOf(name, filters)));
  });

  test.each(companyRoutes)('with $method $path', async (route) => {
    const { method, procedure } = route;
    await expectSecrecy(procedure, showSecrets.has(procedure) || files.has(procedure), (filters) =>
      callRoute(app, world, route, token, method === 'GET' ? undefined : inputOf(procedure, filters)),
    );
  });

  test('in the files', async () => {
    await app.services.db.delete(throttles);
    await withdraw(new Date());
    const isOfJob: Condition = { field: 'job', operator: 'equals', value: world.job.id };
    const body = { filters: [isWithdrawn, isOfJob] };
    const { body: csv } = await app.callRest('POST', '/applicants/export', { token, body });
    expect(JSON.stringify(csv)).toContain(world.applicationId);
    expect(JSON.stringify(csv)).not.toMatch(shownSecrets);
    const download = await readDownload();
    expect(download).toContain(world.applicationId);
    expect(download).not.toMatch(shownSecrets);
  });
});

describe('a filter or order finds nothing that a driver took back', () => {
  const listed = hiddenColumnNames.flatMap((column) => {
    const field = applicantFields[column];
    return 'list' in field ? [{ column, ...field.list }] : [];
  });
  const probesOf = (column: HiddenColumnName, field: string): Condition[] => {
    const value = secrets[column];
    if (typeof value === 'boolean') return [{ field, operator: 'equals', value }];
    const word = typeof value === 'string' ? value : JSON.stringify(value);
    return [
      { field, operator: 'equals', value: word },
      { field, operator: 'in', value: [word] },
      { field, operator: 'ilike', value: word.slice(2, 5) },
    ];
  };
  const find = async (filters: object) => {
    const count = async (path: string) => (await app.callRest('POST', path, { token, body: { filters } })).body;
    const stageCounts = (await count('/applicants/stages/count')).data as { stages: { applicants: number }[] };
    const caller = await app.createCallerFor(world.owner);
    const items = (await ask(caller, 'hiring.search', { companyId: world.company.id, filters, offset: 0, limit: 25 })).answer;
    return {
      search: (await count('/applicants/search')).pagination.total,
      procedure: (items as { pagination: { total: number } }).pagination.total,
      board: stageCounts.stages.reduce((sum, { applicants }) => sum + applicants, 0),
      file: JSON.stringify(await count('/applicants/export')).includes(world.applicationId) ? 1 : 0,
    };
  };
  const everywhere = (n: number) => ({ search: n, procedure: n, board: n, file: n });

  test('there are such fields', () => {
    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['phone', 'email', 'is_flagged']));
  });

  test.each(listed)('$name', async ({ column, name }) => {
    for (const probe of probesOf(column, name)) {
      await withdraw(null);
      expect(await find([probe]), 'before').toEqual(everywhere(1));
      await withdraw(new Date());
      for (const filters of [[isWithdrawn, probe], { and: [isWithdrawn, { or: [probe, probe] }] }])
        expect(await find(filters), JSON.stringify(filters)).toEqual(everywhere(0));
    }
    expect(await find([isWithdrawn])).toEqual(everywhere(1));
  });

  test.each(listed)('sorted by $name, its row is where an unknown value is', async ({ name }) => {
    const { db } = app.services;
    const withdrawnRow = { withdrawnAt: new Date(), stage: 'withdrawn' as const, phone: null, email: null, isFlagged: false };
    await db.update(applications).set(withdrawnRow).where(eq(applications.id, world.otherApplicationId));
    for (const direction of ['asc', 'desc']) {
      const body = { filters: [isWithdrawn], orders: [{ field: name, direction }] };
      const { body: found } = await app.callRest('POST', '/applicants/search', { token, body });
      const ids = (found.data as { id: string }[]).map(({ id }) => id);
      await db.update(applications).set({ phone: null, email: null }).where(eq(applications.id, world.applicationId));
      await db.update(applications).set({ isFlagged: false }).where(eq(applications.id, world.applicationId));
      const { body: plain } = await app.callRest('POST', '/applicants/search', { token, body });
      expect(ids).toEqual((plain.data as { id: string }[]).map(({ id }) => id));
      await db.update(applications).set(secrets).where(eq(applications.id, world.applicationId));
    }
  });
});

test('before that, the company sees all of it', async () => {
  await withdraw(null);
  const { body } = await app.callRest('GET', `/applicants/${world.applicationId}`, { token });
  const seen = `${JSON.stringify(body)}\n${await readDownload()}`;
  for (const name of hiddenColumnNames) {
    const value = secrets[name];
    if (typeof value === 'string') expect(seen, name).toContain(value);
  }
  expect(seen).toMatch(/"is_?flagged":\s*true/i);
  expect(seen).toContain('Quokka answer');
});
