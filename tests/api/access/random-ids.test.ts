import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDriver, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { routes } from '#server/rest/routes.ts';
import { procedureInfo } from '#server/rest/table.ts';
import { allRoles, can, type Role, roles, seesEveryCompany } from '#shared/access/access.ts';
import { isUuid } from '#shared/fields.ts';
import { startTestApp, type Caller, type TestApp } from '#tests/helpers/app.ts';
import { ask } from './ask.ts';
import { callRoute } from './call-route.ts';
import { classified } from './classified.ts';
import { makeWorld, type World } from './world.ts';

/** Random calls of every role at ids of a company that is not its own, on the web and through REST (docs/security.md). */
const calls = Number(process.env['RANDOM_CALLS'] ?? 5000);

let app: TestApp;
let world: World;
let ids: string[];
beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
  ids = [...new Set(idsIn(world))];
});
afterAll(() => app.close());

function idsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return isUuid(value) ? [value] : [];
  if (typeof value !== 'object' || value === null || value instanceof Date || depth > 3) return [];
  return Object.entries(value)
    .filter(([key]) => !/^(?:stranger|otherDriver|other)/.test(key))
    .flatMap(([, inner]) => idsIn(inner, depth + 1));
}

/** Numbers that are the same for the same seed, so that a failure can be repeated. */
function numbersOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Tables in which refused calls leave something. */
const ofEveryCall = new Set(['throttles', 'sessions', 'security_events']);

const isOfCompanies = (role: Role) => role === roles.companyAdmin || role === roles.companyUser;
const companyRoles = allRoles.filter((role) => !seesEveryCompany([role]));

async function accountOf(role: Role) {
  if (isOfCompanies(role)) return makeEmployee(app.services.db, world.other.id, { roles: [role] });
  return role === roles.driver ? makeDriver(app.services.db) : makeUser(app.services.db, { roles: [role] });
}

test(`${calls} random calls at the ids of another company answer 403 or 404`, async () => {
  const seed = Date.now() % 2 ** 31;
  const next = numbersOf(seed);
  const pick = <T>(from: readonly T[]): T => from[next(from.length)]!;
  const named = Object.entries(classified).filter(([, facts]) => facts.stranger === 'not found' && !facts.deletesAccount);
  const restRoutes = routes.filter(
    ({ procedure, options }) => classified[procedure]?.stranger === 'not found' && !options.upload && !options.driverProcedure,
  );
  const people = new Map<Role, { caller: Caller; token: string }>();
  for (const role of companyRoles) {
    const account = await accountOf(role);
    people.set(role, { caller: await app.createCallerFor(account), token: await app.createToken(account) });
  }
  const before = await contentOfTables();
  const statuses = new Map<number, number>();
  for (let n = 0; n < calls;) {
    const role = pick(companyRoles);
    const person = people.get(role)!;
    const isRest = next(2) === 1;
    const route = pick(restRoutes);
    const [name, facts] = isRest ? [route.procedure, classified[route.procedure]!] : pick(named);
    const { access } = procedureInfo(name);
    // Channels and ads belong to no company.
    if (!isOfCompanies(role) && access !== 'public' && access !== 'signed-in' && can([role], access)) continue;
    n++;
    const shuffled = shuffle(facts.input(world), () => (next(3) === 0 ? pick(ids) : null));
    const outcome = isRest
      ? await callRoute(app, world, route, person.token, shuffled)
      : await ask(person.caller, name, shuffled);
    statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1);
    const call = `seed ${seed}, call ${n}: ${role} ${isRest ? `${route.method} ${route.path}` : name} ${JSON.stringify(shuffled)}`;
    expect([403, 404], `${call} → ${outcome.status} ${JSON.stringify(outcome.answer).slice(0, 200)}`).toContain(outcome.status);
  }
  expect(statuses.get(403)).toBeGreaterThan(0);
  expect(statuses.get(404)).toBeGreaterThan(0);
  expect(await contentOfTables(), `seed ${seed}`).toEqual(before);
}, 600_000);

/** A hash of each table's rows. A call can change something and then answer 404. */
async function contentOfTables(): Promise<Record<string, string>> {
  const { sql } = app.services;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const hashes: Record<string, string> = {};
  for (const { name } of tables.filter(({ name: one }) => !ofEveryCall.has(one))) {
    const [row] = await sql<{ hash: string }[]>`
      select coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as hash from ${sql(name)} r`;
    hashes[name] = row?.hash ?? '';
  }
  return hashes;
}

/** The input with some of its ids replaced by other ids of the same company. */
function shuffle(input: Record<string, unknown> | undefined, replacement: () => string | null): Record<string, unknown> {
  // Two equal ids in one call can be a mistake of their own.
  const used = new Set(idsIn(input));
  const swap = (value: unknown): unknown => {
    if (typeof value === 'string' && isUuid(value)) {
      const other = replacement();
      if (other === null || used.has(other)) return value;
      used.add(other);
      return other;
    }
    return Array.isArray(value) ? value.map(swap) : value;
  };
  return Object.fromEntries(Object.entries(input ?? {}).map(([key, value]) => [key, swap(value)]));
}
