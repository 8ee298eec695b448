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
import { chooseOption, chooseAddress } from './fields.ts';
import { expect, neighbours, test } from './test.ts';

type Card = { number: string; code: string };
/** These cards are not in the list of test cards that the form shows. */
const cards = {
  first: { number: '371449635398431', code: '9417' },
  second: { number: '4005519200000004', code: '907' },
  quick: { number: '2223000048400011', code: '618' },
  refused: { number: '4000000000000119', code: '853' },
  later: { number: '4012000077777777', code: '729' },
} as const satisfies Record<string, Card>;

const numberSpellings = Object.values(cards).flatMap(({ number }) => {
  const groups = number.length === 15 ? [4, 10] : [4, 8, 12];
  const parts = [0, ...groups].map((start, n) => number.slice(start, groups[n]));
  return [number, parts.join(' '), parts.join('-')];
});
/** Matches a code that is not part of another number or id, and that is not the length of a body. */
const standaloneCodes = Object.values(cards).map(
  ({ code }) => new RegExp(`(?<![\\w.:-])(?<!content-length":")${code}(?![\\w.:-])`),
);

function findCardData(location: string, text: string): string[] {
  const numbers = numberSpellings.filter((spelling) => text.includes(spelling));
  const codes = standaloneCodes.flatMap((code) => code.exec(text) ?? []);
  return [...numbers, ...codes].map((match) => `${location}: ${match}`);
}

/** Searches everything that the page exchanges with our server. The gateway's own URLs are left out. */
function recordTraffic(page: Page, origin: string): Promise<string[]>[] {
  const pendingFindings: Promise<string[]>[] = [];
  const isOurs = (url: string) => url.startsWith(origin) && !url.startsWith(`${origin}/gateway/`);
  page.on('request', (request) => {
    const sentText = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join('\n');
    if (isOurs(request.url())) pendingFindings.push(Promise.resolve(findCardData(`request ${request.url()}`, sentText)));
  });
  page.on('response', (response) => {
    const isJson = response.headers()['content-type']?.includes('json') ?? false;
    if (isOurs(response.url()) && isJson)
      pendingFindings.push(
        response.text().then(
          (text) => findCardData(`response ${response.url()}`, text),
          () => [],
        ),
      );
  });
  return pendingFindings;
}

/** Returns the document, the values of its fields, and the browser's storage. */
const readDocument = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input')].map(({ value }) => value),
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.cookie,
    ].join('\n'),
  );

/** Every button that takes a payment has the notice next to it, even when the stored card is used. */
const expectTestMode = (page: Page) => expect(page.getByRole('note').filter({ hasText: 'Test mode' })).toBeVisible();

/** Types a card into the gateway's frame and submits it. Returns the card data found in our document before and after. */
async function enterCard(
  page: Page,
  { number, code }: Card,
  submitLabel: string | RegExp,
  expectedText: RegExp,
): Promise<string[]> {
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration date').fill('12/39');
  await frame.getByLabel('Security code').fill(code);
  const findingsWhileTyping = findCardData(`DOM while ${number.slice(-4)} is entered`, await readDocument(page));
  await expectTestMode(page);
  await page.getByRole('button', { name: submitLabel }).click();
  await expect(page.getByText(expectedText).first()).toBeVisible();
  return [...findingsWhileTyping, ...findCardData(`DOM when ${number.slice(-4)} was sent`, await readDocument(page))];
}

/** Stores a card and replaces it with another. */
async function storeCards(page: Page): Promise<string[]> {
  await page.goto('/company/settings/payment');
  const findings: string[] = [];
  for (const [button, card] of [
    ['Add card', cards.first],
    [/^Replace/, cards.second],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByLabel('Name on the card').fill('Dana Whitfield');
    findings.push(...(await enterCard(page, card, 'Save card', /Card (saved|replaced)/)));
    await expect(page.getByText(new RegExp(card.number.slice(-4))).first()).toBeVisible();
  }
  return findings;
}

/** Posts a new job. The first card is declined, and the next one pays. Ends on the job's page. */
async function postJob(page: Page): Promise<string[]> {
  await page.goto('/company/jobs/new');
  await page.getByLabel('Job title').fill('Paid quickly');
  await chooseOption(page, 'Job type', 'Tanker');
  await chooseOption(page, 'Required experience', '1-2 years');
  await chooseOption(page, 'Home time', 'Every weekend');
  await page.getByLabel('Job description').fill('Haul water between Moab and Price.');
  await page.getByLabel('Expected pay').fill('1875');
  await page.getByRole('button', { name: 'Continue to locations' }).click();
  await chooseAddress(page, 'Add a location', '125 E Center St, Moab, UT 84532');
  await page.getByRole('button', { name: 'Continue to add-ons' }).click();
  await page.getByRole('radio', { name: 'No add-ons' }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expectTestMode(page);
  await page.getByRole('radio', { name: 'New card' }).check();
  const declinedFindings = await enterCard(page, cards.refused, /^Pay/, /Payment failed/);
  const paidFindings = await enterCard(page, cards.quick, 'Try again', /Payment completed successfully/);
  await page.getByRole('link', { name: /Moab, UT/ }).click();
  await expect(page).toHaveURL(/\/detail/);
  return [...declinedFindings, ...paidFindings];
}

/** Buys a renewal, a boost and an add-on, each with a newly typed card. */
async function buyMore(page: Page): Promise<string[]> {
  const job = /jobs\/([0-9a-f-]+)\/detail/.exec(page.url())?.[1] ?? '';
  const payWithNewCard = async () => {
    await expectTestMode(page);
    await page.getByRole('radio', { name: 'New card' }).check();
    const findings = await enterCard(page, cards.later, /^Pay/, /Payment completed successfully/);
    await expect(page).toHaveURL(/\/detail/);
    return findings;
  };
  const findings: string[] = [];
  for (const purchase of ['renewal', 'boost']) {
    await page.goto(`/company/jobs/${job}/purchase?of=${purchase}`);
    findings.push(...(await payWithNewCard()));
  }
  await page.goto(`/company/jobs/${job}/addons`);
  await page.getByRole('checkbox', { name: 'Promote' }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  return [...findings, ...(await payWithNewCard())];
}

test('card numbers and security codes stay in the gateway’s iframe for every purchase', async ({ newVisitor }) => {
  test.slow();
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-cards-'));
  const token = await createBuyer(dataDir);
  const server = await startServer({ dataDir, env: { DEMO: 'off', LOG_LEVEL: 'trace' } });
  neighbours.add(server.url);
  try {
    const page = await newVisitor({ baseURL: server.url });
    await page.context().addCookies([{ name: 'termsAccepted', value: 'true', url: server.url }]);
    const pendingFindings = recordTraffic(page, server.url);
    await page.addInitScript((accessToken) => localStorage.setItem('accessToken', accessToken), token);
    const findings = [...(await storeCards(page)), ...(await postJob(page)), ...(await buyMore(page))];
    await page.goto('/company/settings/billing/order-history');
    await expect(page.getByRole('row').filter({ hasText: 'INV-' })).toHaveCount(4);
    findings.push(...findCardData('DOM of the order history', await readDocument(page)));
    expect([...findings, ...(await Promise.all(pendingFindings)).flat()]).toEqual([]);
    expect(pendingFindings.length).toBeGreaterThan(50);

    await page.close();
    await expect.poll(() => readdirSync(join(dataDir, 'outbox')).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(7);
    await server.stop();
    for (const call of ['billing.saveCard', 'checkout.charge', 'checkout.renew', 'checkout.buyBoost', 'checkout.payAddons'])
      expect(server.output()).toContain(call);
    expect(findCardData('log', server.output())).toEqual([]);
    expect(findInFiles(dataDir)).toEqual([]);
    expect(await findInEmails(dataDir)).toEqual([]);
    expect(await findInDatabase(dataDir)).toEqual([]);
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Signs in a person who pays for a company. */
async function createBuyer(dataDir: string): Promise<string> {
  const { db, close } = await openDatabase({ dataDir });
  const { id: userId, roles } = await makeEmployee(db, (await makeCompany(db)).id);
  const session = { id: newId(), userId, deviceId: 'cards123', kind: 'web' as const, refreshHash: newId() };
  await db.insert(sessions).values({ ...session, expiresAt: daysFromNow(1) });
  await close();
  const claims = { userId, sessionId: session.id, sessionVersion: 1, deviceId: session.deviceId, roles };
  return signAccessToken(openKeys({ current: undefined }, dataDir), { ...claims, impersonatedId: null, impersonatorId: null });
}

/** Searches all files: the database with its write-ahead log, the emails, and the gateway's ledger. */
function findInFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(100);
  return files.flatMap(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return numberSpellings.filter((spelling) => bytes.includes(spelling)).map((spelling) => `${name}: ${spelling}`);
  });
}

/** Searches the text of the emails and of their attachments. */
async function findInEmails(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox');
  const emails = await Promise.all(readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  const pdfs = emails.flatMap(({ attachments }) => attachments.map(({ content }) => content as ArrayBuffer));
  expect(pdfs.length).toBeGreaterThanOrEqual(4);
  const pdfTexts = await Promise.all(
    pdfs.map(async (pdf) => (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text),
  );
  const emailTexts = emails.flatMap(({ subject = '', text = '', html = '' }) => [subject, text, html]);
  return [...emailTexts, ...pdfTexts].flatMap((text) => findCardData('mail', text));
}

/** Searches every row of every table as text. */
async function findInDatabase(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, runMigrations: false });
  try {
    const tables = await database.db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const findings: string[] = [];
    for (const { name } of tables.filter((table) => table.name !== 'places')) {
      const rows = await database.db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(name)} t`);
      for (const { row } of rows) findings.push(...findCardData(name, row));
    }
    return findings;
  } finally {
    await database.close();
  }
}
