import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { extractText, getDocumentProxy } from 'unpdf';
import { sessions } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { openDatabase } from '#server/db/open.ts';
import { daysFromNow, makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { openKeys } from '#server/session/keys.ts';
import { signAccessToken } from '#server/session/tokens.ts';
import { startServer } from '#tests/helpers/server.ts';
import { choose, chooseAddress } from './fields.ts';
import { expect, neighbours, test } from './test.ts';

type Card = { number: string; code: string };
/** Cards that are not in the list of test cards next to the form. */
const cards = {
  first: { number: '371449635398431', code: '9417' },
  second: { number: '4005519200000004', code: '907' },
  quick: { number: '2223000048400011', code: '618' },
  refused: { number: '4000000000000119', code: '853' },
  later: { number: '4012000077777777', code: '729' },
} as const satisfies Record<string, Card>;

const spelled = Object.values(cards).flatMap(({ number }) => {
  const groups = number.length === 15 ? [4, 10] : [4, 8, 12];
  const parts = [0, ...groups].map((from, n) => number.slice(from, groups[n]));
  return [number, parts.join(' '), parts.join('-')];
});
/** The code alone, not as a part of another number or id, and not as a body's length. */
const codesAlone = Object.values(cards).map(({ code }) => new RegExp(`(?<![\\w.:-])(?<!content-length":")${code}(?![\\w.:-])`));

function findings(where: string, text: string): string[] {
  const numbers = spelled.filter((spelling) => text.includes(spelling));
  const codes = codesAlone.flatMap((code) => code.exec(text) ?? []);
  return [...numbers, ...codes].map((found) => `${where}: ${found}`);
}

/** Everything that the page exchanges with our server. The gateway's own URLs are left out. */
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

/** The document, its fields and its storage. */
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

/** Shown next to every button that takes a card, also for the stored one. */
const saysTestMode = (page: Page) => expect(page.getByRole('note').filter({ hasText: 'Test mode' })).toBeVisible();

/** Types a card into the gateway's frame and submits it. Returns what our document contains meanwhile and afterward. */
async function enter(page: Page, { number, code }: Card, send: string | RegExp, follows: RegExp): Promise<string[]> {
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration date').fill('12/39');
  await frame.getByLabel('Security code').fill(code);
  const during = findings(`DOM while ${number.slice(-4)} is entered`, await documentOf(page));
  await saysTestMode(page);
  await page.getByRole('button', { name: send }).click();
  await expect(page.getByText(follows).first()).toBeVisible();
  return [...during, ...findings(`DOM when ${number.slice(-4)} was sent`, await documentOf(page))];
}

/** Stores a card and replaces it. */
async function storeCards(page: Page): Promise<string[]> {
  await page.goto('/company/settings/payment');
  const found: string[] = [];
  for (const [button, card] of [
    ['Add card', cards.first],
    [/^Replace/, cards.second],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByLabel('Name on the card').fill('Dana Whitfield');
    found.push(...(await enter(page, card, 'Save card', /Card (saved|replaced)/)));
    await expect(page.getByText(new RegExp(card.number.slice(-4))).first()).toBeVisible();
  }
  return found;
}

/** A new job: one card is declined, and the next one pays. Ends on the job's page. */
async function postJob(page: Page): Promise<string[]> {
  await page.goto('/company/jobs/new');
  await page.getByLabel('Job title').fill('Paid quickly');
  await choose(page, 'Job type', 'Tanker');
  await choose(page, 'Required experience', '1-2 years');
  await choose(page, 'Home time', 'Every weekend');
  await page.getByLabel('Job description').fill('Haul water between Moab and Price.');
  await page.getByLabel('Expected pay').fill('1875');
  await page.getByRole('button', { name: 'Continue to locations' }).click();
  await chooseAddress(page, 'Add a location', '125 E Center St, Moab, UT 84532');
  await page.getByRole('button', { name: 'Continue to add-ons' }).click();
  await page.getByRole('radio', { name: 'No add-ons' }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await saysTestMode(page);
  await page.getByRole('radio', { name: 'New card' }).check();
  const declined = await enter(page, cards.refused, /^Pay/, /Payment failed/);
  const paid = await enter(page, cards.quick, 'Try again', /Payment completed successfully/);
  await page.getByRole('link', { name: 'Paid quickly' }).click();
  await expect(page).toHaveURL(/\/detail/);
  return [...declined, ...paid];
}

/** A renewal, a boost and an add-on, each with a typed card. */
async function buyMore(page: Page): Promise<string[]> {
  const job = /jobs\/([0-9a-f-]+)\/detail/.exec(page.url())?.[1] ?? '';
  const payAnew = async () => {
    await saysTestMode(page);
    await page.getByRole('radio', { name: 'New card' }).check();
    const found = await enter(page, cards.later, /^Pay/, /Payment completed successfully/);
    await expect(page).toHaveURL(/\/detail/);
    return found;
  };
  const found: string[] = [];
  for (const of of ['renewal', 'boost']) {
    await page.goto(`/company/jobs/${job}/purchase?of=${of}`);
    found.push(...(await payAnew()));
  }
  await page.goto(`/company/jobs/${job}/addons`);
  await page.getByRole('checkbox', { name: 'Promote' }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  return [...found, ...(await payAnew())];
}

test('the numbers and codes of cards stay in the gateway’s frame, whatever they pay for', async ({ newVisitor }) => {
  test.slow();
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-cards-'));
  const token = await hirePayer(dataDir);
  const server = await startServer({ dataDir, env: { DEMO: 'off', LOG_LEVEL: 'trace' } });
  neighbours.add(server.url);
  try {
    const page = await newVisitor({ baseURL: server.url });
    await page.context().addCookies([{ name: 'termsAccepted', value: 'true', url: server.url }]);
    const heard = listen(page, server.url);
    await page.addInitScript((accessToken) => localStorage.setItem('accessToken', accessToken), token);
    const traffic = [...(await storeCards(page)), ...(await postJob(page)), ...(await buyMore(page))];
    await page.goto('/company/settings/billing/order-history');
    await expect(page.getByRole('row').filter({ hasText: 'INV-' })).toHaveCount(4);
    traffic.push(...findings('DOM of the order history', await documentOf(page)));
    expect([...traffic, ...(await Promise.all(heard)).flat()]).toEqual([]);
    expect(heard.length).toBeGreaterThan(50);

    await page.close();
    await expect.poll(() => readdirSync(join(dataDir, 'outbox')).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(7);
    await server.stop();
    for (const call of ['billing.saveCard', 'checkout.charge', 'checkout.renew', 'checkout.buyBoost', 'checkout.payAddons'])
      expect(server.output()).toContain(call);
    expect(findings('log', server.output())).toEqual([]);
    expect(inFiles(dataDir)).toEqual([]);
    expect(await inMails(dataDir)).toEqual([]);
    expect(await inDatabase(dataDir)).toEqual([]);
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** A signed-in person who pays for a company. */
async function hirePayer(dataDir: string): Promise<string> {
  const { db, close } = await openDatabase({ dataDir });
  const { id: userId, roles } = await makeEmployee(db, (await makeCompany(db)).id);
  const session = { id: newId(), userId, deviceId: 'cards123', kind: 'web' as const, refreshHash: newId() };
  await db.insert(sessions).values({ ...session, expiresAt: daysFromNow(1) });
  await close();
  const claims = { userId, sessionId: session.id, sessionVersion: 1, deviceId: session.deviceId, roles };
  return signAccessToken(openKeys({ current: undefined }, dataDir), { ...claims, impersonatedId: null, impersonatorId: null });
}

/** All files: the database with its write-ahead log, the emails, the gateway's ledger. */
function inFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(100);
  return files.flatMap(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return spelled.filter((spelling) => bytes.includes(spelling)).map((spelling) => `${name}: ${spelling}`);
  });
}

/** The text of the emails and of their attachments. */
async function inMails(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox');
  const mails = await Promise.all(readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  const papers = mails.flatMap(({ attachments }) => attachments.map(({ content }) => content as ArrayBuffer));
  expect(papers.length).toBeGreaterThanOrEqual(4);
  const printed = await Promise.all(
    papers.map(async (paper) => (await extractText(await getDocumentProxy(new Uint8Array(paper)), { mergePages: true })).text),
  );
  const written = mails.flatMap(({ subject = '', text = '', html = '' }) => [subject, text, html]);
  return [...written, ...printed].flatMap((text) => findings('mail', text));
}

/** Every row of every table as text. */
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
