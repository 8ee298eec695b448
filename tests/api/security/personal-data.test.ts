import { readFileSync } from 'node:fs';
import { eq, getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { cities, postalCodes } from '#drizzle/schema/places.ts';
import { sweepClosedCompanies } from '#server/deletion/sweep-companies.ts';
import { roles } from '#shared/access/access.ts';
import { dayMs } from '#shared/days.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { columnsIn, fillTables, type Person, readTables } from '#tests/helpers/fill-tables.ts';

/** The table of `docs/data.md#tables` is true: what a person can download, and what stays of a person and of a company. */
let t: TestApp;
beforeEach(async () => void (t = await startTestApp()));
afterEach(() => t.close());

const dataPage = readFileSync(new URL('../../../docs/data.md', import.meta.url), 'utf8');
const [, tablesSection = ''] = /^## Tables$([\s\S]*?)(?:^## |$(?![\s\S]))/m.exec(dataPage) ?? [];
type Rule = Record<'name' | 'download' | 'driver' | 'employee' | 'company' | 'reason', string>;
const rules: Rule[] = [...tablesSection.matchAll(/^\| (`.+)\|$/gm)].flatMap(([, line = '']) => {
  const [names = '', download = '', driver = '', employee = '', company = '', reason = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, download, driver, employee, company, reason }));
});
const tables = await readTables();

test('every table is listed once, with a reason where something stays', () => {
  expect(rules.map(({ name }) => name).toSorted()).toEqual(tables.map(getTableName).toSorted());
  for (const { name, download, driver, employee, company, reason } of rules) {
    expect(['person', 'company', 'person, company', '–'], name).toContain(download);
    for (const fate of [driver, employee, company]) expect(['deleted', 'cleared', 'kept', '–'], name).toContain(fate);
    const needsReason = [driver, employee, company].includes('kept');
    expect(reason !== '' || !needsReason, `${name} needs a reason`).toBe(true);
  }
});

const makePerson = (name: string, phone: string): Person => ({
  id: newId(),
  email: `${name}@person.example`,
  phone,
  firstName: `First${name}`,
  lastName: `Last${name}`,
});

/** A row in every table about a driver and an employee. The rows that can be about either are about `kind`. */
async function fill(kind: 'driver' | 'employee', employeeRole: typeof roles.companyUser | typeof roles.companyAdmin) {
  const { db } = t.services;
  for (const table of [cities, postalCodes]) await db.delete(table);
  const [driver, employee] = [makePerson('driver', '4025550111'), makePerson('employee', '4025550122')];
  const companyId = newId();
  await fillTables(db, tables, { driver, employee, person: kind === 'driver' ? driver : employee, companyId });
  const accounts = { driver: { id: driver.id, roles: [roles.driver] }, employee: { id: employee.id, roles: [employeeRole] } };
  for (const account of Object.values(accounts))
    await db.update(users).set({ roles: account.roles }).where(eq(users.id, account.id));
  return { driver, employee, companyId, accounts };
}

type Snapshot = Map<string, Map<string, string>>;

/** The rows of each table as text, by their primary key. */
async function readRows(): Promise<Snapshot> {
  const snapshot: Snapshot = new Map();
  for (const table of tables) {
    const rows = await t.services.db.select().from(table);
    snapshot.set(getTableName(table), new Map(rows.map((row) => [keyOf(table, row), JSON.stringify(row)])));
  }
  return snapshot;
}

function keyOf(table: PgTable, row: Record<string, unknown>): string {
  const keys = getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns);
  const isKey = (column: (typeof keys)[number]) => column.primary || keys.includes(column);
  return JSON.stringify(Object.entries(getTableColumns(table)).flatMap(([name, column]) => (isKey(column) ? [row[name]] : [])));
}

/** What became of the rows of each table that were there before. */
function readFates(before: Snapshot, after: Snapshot, words: string[]) {
  const names = (row: string) => words.some((word) => row.includes(word));
  return tables.map((table) => {
    const name = getTableName(table);
    const oldRows = [...(before.get(name) ?? [])];
    const about = oldRows.filter(([, row]) => names(row));
    const remaining = oldRows.flatMap(([key]) => after.get(name)?.get(key) ?? []);
    return {
      name,
      isAbout: about.length > 0,
      isGone: remaining.length < oldRows.length,
      isNamed: remaining.some(names),
      columns: columnsIn(remaining.join('\n')),
      oldColumns: columnsIn(oldRows.map(([, row]) => row).join('\n')),
    };
  });
}

type Fate = ReturnType<typeof readFates>[number];

/** The fate that the rows had, as `docs/data.md#tables` calls it. */
function fateOf({ isAbout, isGone, isNamed }: Fate): string {
  if (isGone) return isNamed ? 'gone in part' : 'deleted';
  if (isAbout && !isNamed) return 'cleared';
  return isAbout ? 'kept' : '–';
}

const claims = (subject: 'driver' | 'employee' | 'company') =>
  Object.fromEntries(rules.map((rule) => [rule.name, rule[subject]]));

describe('what stays', () => {
  test.each(['driver', 'employee'] as const)('of a person who deletes the account: %s', async (kind) => {
    const { accounts, ...people } = await fill(kind, roles.companyUser);
    const before = await readRows();
    const caller = await t.createCallerFor(accounts[kind]);
    await (kind === 'driver' ? caller.drivers.deleteAccount() : caller.deletion.deleteAccount());
    const fates = readFates(before, await readRows(), Object.values(people[kind]));
    const claimed = claims(kind);
    expect(Object.fromEntries(fates.map((fate) => [fate.name, fateOf(fate)]))).toEqual(claimed);
  });

  test('of a driver who keeps the account for a company: nothing that only drivers have', async () => {
    const { accounts, driver } = await fill('driver', roles.companyUser);
    await t.services.db
      .update(users)
      .set({ roles: [roles.driver, roles.companyUser] })
      .where(eq(users.id, driver.id));
    const before = await readRows();
    await (await t.createCallerFor(accounts.driver)).drivers.deleteAccount();
    const fates = readFates(before, await readRows(), [driver.id]);
    // Kept answers are the account's.
    const onlyOfDrivers = rules.filter(
      (rule) => rule.driver === 'deleted' && rule.employee === '–' && rule.name !== 'idempotency_keys',
    );
    expect(onlyOfDrivers.length).toBeGreaterThan(3);
    const gone = new Set(fates.filter(({ isGone }) => isGone).map(({ name }) => name));
    expect(onlyOfDrivers.map(({ name }) => name).filter((name) => !gone.has(name))).toEqual([]);
    expect(fates.find(({ name }) => name === 'applications')).toMatchObject({ isAbout: true, isNamed: false });
  });

  test('of a company that is erased', async () => {
    const { db } = t.services;
    const { companyId } = await fill('employee', roles.companyUser);
    const before = await readRows();
    await db.update(companies).set({ closedAt: new Date(Date.now() - 40 * dayMs) });
    await sweepClosedCompanies(t.services);
    const fates = readFates(before, await readRows(), [companyId]);
    const claimed = claims('company');
    // These rows belong to the company through an invoice or a job.
    const belongsThroughParent = (name: string) => ['invoice_lines', 'job_addons'].includes(name);
    const fateOfCompany = (fate: Fate) =>
      !fate.isGone && fate.columns.size < fate.oldColumns.size && claimed[fate.name] === 'cleared'
        ? 'cleared'
        : fateOf({ ...fate, isAbout: fate.isAbout || belongsThroughParent(fate.name), isNamed: !fate.isGone });
    expect(Object.fromEntries(fates.map((fate) => [fate.name, fateOfCompany(fate)]))).toEqual(claimed);
    const remaining = fates.flatMap(({ columns }) => [...columns]);
    for (const column of [
      'companies.salesRef',
      'jobs.screeningQuestions',
      'jobs.declineReason',
      'jobs.renewalCancellationReason',
    ])
      expect(remaining).not.toContain(column);
  });
});

/** The tables of which the files of a download have a value. */
function tablesIn(files: Map<string, string>): Set<string> {
  const content = [...files.values()].join('\n');
  // Other tables' rows are shown with these names.
  const titles = new Set(['jobs.title', 'companies.companyName', 'channels.name', 'posts.title', 'support_threads.subject']);
  const found = [...columnsIn(content)].filter((column) => !titles.has(column)).map((column) => column.split('.')[0] ?? '');
  // A choice has neither a text nor a date.
  return new Set([...found, ...(/"bell": ?true/.test(content) ? ['notification_choices'] : [])]);
}

async function download(account: Parameters<TestApp['createToken']>[0]): Promise<Map<string, string>> {
  const headers = { authorization: `Bearer ${await t.createToken(account)}` };
  const response = await t.app.inject({ method: 'POST', url: '/api/1.0/user/export', headers });
  expect(response.statusCode).toBe(200);
  return new Map(Object.entries(unzipSync(response.rawPayload)).map(([name, file]) => [name, Buffer.from(file).toString()]));
}

const ofApplicants = new Set(['applications', 'interviews', 'job_invitations']);
const isOfCompany = ([name]: [string, string]) => name.startsWith('company/');

describe('the download', () => {
  test.each(['driver', 'employee'] as const)('of a person has the tables that the page names, and no other: %s', async (kind) => {
    const { accounts } = await fill(kind, roles.companyUser);
    const found = tablesIn(await download(accounts[kind]));
    const named = rules.filter((rule) => rule.download.includes('person')).map(({ name }) => name);
    expect([...found].filter((name) => !named.includes(name))).toEqual([]);
    // Only drivers have applications. The other rows of an employee here are the owner and the sender of the company's.
    const ownTables = kind === 'driver' ? named : named.filter((name) => !ofApplicants.has(name));
    const about = readFates(await readRows(), new Map(), [accounts[kind].id]).filter(({ isAbout }) => isAbout);
    const ownNames = about.map(({ name }) => name).filter((name) => ownTables.includes(name));
    expect(ownNames.filter((name) => !found.has(name))).toEqual([]);
  });

  test('of a company’s admin has the tables that the page names, and no other', async () => {
    const { accounts } = await fill('employee', roles.companyAdmin);
    const files = [...(await download(accounts.employee))].filter(isOfCompany);
    const named = rules.filter((rule) => rule.download.includes('company')).map(({ name }) => name);
    expect([...tablesIn(new Map(files))].toSorted()).toEqual(named.toSorted());
    for (const name of ['company/jobs.json', 'company/applicants.json'])
      expect(JSON.parse(new Map(files).get(name) ?? '')).toMatchObject([{ tags: ['[company_tags.text]'] }]);
  });
});
