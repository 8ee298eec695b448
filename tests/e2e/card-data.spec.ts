import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { sessions } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { openDatabase } from '#server/db/open.ts';
import { daysFromNow, makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { openKeys } from '#server/session/keys.ts';
import { signAccessToken } from '#server/session/tokens.ts';
import { startServer } from '#tests/helpers/server.ts';
import { expect, neighbours, test } from './test.ts';

/** One that the list of test cards beside the form does not name. */
const number = '371449635398431';
const code = '9417';
/** As it is, and as people write it. */
const spelled = [number, '3714 496353 98431', '3714-496353-98431'];
/** The code alone, not a part of another number or of an id. */
const codeAlone = new RegExp(`(?<![\\w.:-])${code}(?![\\w.:-])`);

function findings(where: string, text: string): string[] {
  const found = spelled.filter((spelling) => text.includes(spelling)).map((spelling) => `${where}: ${spelling}`);
  return codeAlone.test(text) ? [...found, `${where}: ${code}`] : found;
}

/** Everything that the page sends to us and gets from us; the gateway's own addresses are the gateway's. */
function listen(page: Page, origin: string): Promise<string[]>[] {
  const heard: Promise<string[]>[] = [];
  const isOurs = (url: string) => url.startsWith(origin) && !url.startsWith(`${origin}/gateway/`);
  page.on('request', (request) => {
    const said = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join('\n');
    if (isOurs(request.url())) heard.push(Promise.resolve(findings(`request ${request.url()}`, said)));
  });
  page.on('response', (response) => {
    const isData = response.headers()['content-type']?.includes('json') ?? false;
    if (isOurs(response.url()) && isData)
      heard.push(
        response.text().then(
          (text) => findings(`response ${response.url()}`, text),
          () => [],
        ),
      );
  });
  return heard;
}

/** Our document, its fields and what it keeps. */
const documentOf = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input')].map(({ value }) => value),
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.cookie,
    ].join('\n'),
  );

test('the number and the code of a card stay in the gateway’s frame', async ({ newVisitor }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-cards-'));
  const token = await hirePayer(dataDir);
  const server = await startServer({ dataDir, env: { DEMO: 'off', LOG_LEVEL: 'trace' } });
  neighbours.add(server.url);
  try {
    const page = await newVisitor({ baseURL: server.url });
    const heard = listen(page, server.url);
    await page.addInitScript((accessToken) => localStorage.setItem('accessToken', accessToken), token);
    await page.goto('/company/settings/payment');
    await page.getByRole('button', { name: /^(Add|Replace)/ }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Card number').fill(number);
    await frame.getByLabel('Expiration date').fill('12/39');
    await frame.getByLabel('Security code').fill(code);
    await page.getByLabel('Name on the card').fill('Dana Whitfield');
    const during = findings('DOM while it is entered', await documentOf(page));
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByText(/The card was (stored|replaced)/)).toBeVisible();
    await expect(page.getByText(/8431/).first()).toBeVisible();
    const after = findings('DOM when it is stored', await documentOf(page));
    expect([...during, ...after, ...(await Promise.all(heard)).flat()]).toEqual([]);
    expect(heard.length).toBeGreaterThan(10);

    await page.close();
    await server.stop();
    expect(server.output()).toContain('billing.saveCard');
    expect(findings('log', server.output())).toEqual([]);
    expect(inFiles(dataDir)).toEqual([]);
    expect(await inDatabase(dataDir)).toEqual([]);
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Somebody who pays for a company, and is signed in. */
async function hirePayer(dataDir: string): Promise<string> {
  const { db, close } = await openDatabase({ dataDir });
  const { id: userId, roles } = await makeEmployee(db, (await makeCompany(db)).id);
  const session = { id: newId(), userId, deviceId: 'cards123', kind: 'web' as const, refreshHash: newId() };
  await db.insert(sessions).values({ ...session, expiresAt: daysFromNow(1) });
  await close();
  const claims = { userId, sessionId: session.id, sessionVersion: 1, deviceId: session.deviceId, roles };
  return signAccessToken(openKeys(undefined, dataDir), { ...claims, impersonatedId: null, impersonatorId: null });
}

/** The files of everything: the tables' own with their log of writes, the mails, the gateway's book. */
function inFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(100);
  return files.flatMap(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return spelled.filter((spelling) => bytes.includes(spelling)).map((spelling) => `${name}: ${spelling}`);
  });
}

/** Every row of every table, in words. */
async function inDatabase(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, runMigrations: false });
  try {
    const tables = await database.db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of tables.filter((table) => table.name !== 'places')) {
      const rows = await database.db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(name)} t`);
      for (const { row } of rows) found.push(...findings(name, row));
    }
    return found;
  } finally {
    await database.close();
  }
}
