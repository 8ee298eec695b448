import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { daysFromNow, makeCompany, makeJob } from '#server/demo/builders.ts';
import { sitemap, sitemapPart } from '#server/site/feeds.ts';
import { aiPage } from '#shared/brand.ts';
import { codes, jobTypes, requiredExperiences, salaryTypes } from '#shared/catalogues.ts';
import { type JobStatus, jobStatuses } from '#shared/jobs/jobs.ts';
import { languages, publicPath, type Language } from '#shared/texts/texts.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** With 500 jobs in random states, everything that shows public jobs shows the same ones (`docs/product/jobs.md#public-jobs`). */
type Row = {
  id: string;
  status: JobStatus;
  postingDate: Date | null;
  expirationDate: Date | null;
  isCancelled: boolean;
};

let t: TestApp;
let createdRows: Row[];
const publicUrl = 'http://localhost:3000';

/** Days from now, far enough that the duration of the test does not matter. */
const days = (min: number, max: number) => fc.integer({ min, max }).map((n) => daysFromNow(n === 0 ? 1 : n));

const state = fc.record({
  status: fc.oneof(
    { weight: 3, arbitrary: fc.constant<JobStatus>('POSTED') },
    { weight: 2, arbitrary: fc.constantFrom(...jobStatuses) },
  ),
  isCancelled: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  dates: fc.oneof(
    { weight: 5, arbitrary: fc.tuple(days(-60, -1), days(-20, 30)) },
    { weight: 1, arbitrary: fc.tuple(days(1, 20), days(21, 60)) },
    { weight: 1, arbitrary: fc.constant([null, null] as [null, null]) },
  ),
  promotedUntil: fc.option(days(-5, 5), { freq: 4 }),
  boostUntil: fc.option(days(-5, 5), { freq: 4 }),
  jobType: fc.constantFrom(...codes(jobTypes)),
  requiredExperience: fc.constantFrom(...codes(requiredExperiences)),
  salaryType: fc.constantFrom(...codes(salaryTypes)),
  expectedPayCents: fc.option(fc.integer({ min: 1, max: 900_000 }), { freq: 8 }),
  title: fc.constantFrom('Tanker & fuel <nights>', 'Regional ]]> driver', "O'Neil's dedicated run"),
});

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const open = await makeCompany(db, { companyName: 'Open & Sons' });
  const cancelled = await makeCompany(db, { companyName: 'Gone Freight', status: 'Cancelled' });
  const states = fc.sample(state, { numRuns: 500, seed: 20_261_121 });
  createdRows = await Promise.all(
    states.map(async ({ dates: [posted, expires], isCancelled, status, ...content }) => {
      /** A posted job always has its dates. */
      const [postingDate, expirationDate] =
        status === 'POSTED' && !posted ? [daysFromNow(-1), daysFromNow(9)] : [posted, expires];
      const job = { ...content, status, postingDate, expirationDate };
      const { id } = await makeJob(db, isCancelled ? cancelled.id : open.id, job);
      return { id, status, postingDate, expirationDate, isCancelled };
    }),
  );
});
afterAll(() => t.close());

const text = async (url: string) => (await t.app.inject({ method: 'GET', url })).body;
const isOpen = ({ status, expirationDate, isCancelled }: Row) =>
  status === 'POSTED' && expirationDate !== null && expirationDate > new Date() && !isCancelled;
const open = () => createdRows.filter(isOpen);
const sorted = (ids: Iterable<string>) => [...ids].sort();
const openIds = () => sorted(open().map(({ id }) => id));
/** The jobs of a sitemap, by the addresses of their pages in one language. */
const idsIn = (xml: string, language: Language = 'en') => {
  const address = `<loc>${publicUrl}${publicPath('/jobs/', language)}`;
  return sorted(
    xml
      .split(address)
      .slice(1)
      .map((rest) => rest.slice(0, 36)),
  );
};

type Entry = Record<string, string>;
function entriesOf(feed: string): Entry[] {
  const parts = [...feed.matchAll(/<job>(.*?)<\/job>/gs)].map(([, inner]) => inner ?? '');
  return parts.map((inner) =>
    Object.fromEntries(
      [...inner.matchAll(/<(\w+)>((?:<!\[CDATA\[.*?\]\]>)+)<\/\1>/gs)].map(([, name, data]) => [
        name,
        (data ?? '').slice(9, -3).replaceAll(']]]]><![CDATA[>', ']]>'),
      ]),
    ),
  );
}

describe('which jobs are public', () => {
  it('is the same to the feed, the sitemap, the search and the pages', async () => {
    expect(openIds().length).toBeGreaterThan(100);
    const entries = entriesOf(await text('/feeds/jobs.xml'));
    expect(sorted(entries.map(({ referencenumber = '' }) => referencenumber))).toEqual(openIds());
    const listed = await text('/sitemap.xml');
    for (const language of languages) expect(idsIn(listed, language)).toEqual(openIds());
    const found: string[] = [];
    for (let offset = 0; offset < 500; offset += 100) {
      const { body } = await t.callRest('GET', `/public/jobs?limit=100&offset=${offset}`);
      expect(body.pagination.total).toBe(openIds().length);
      found.push(...(body.data as { id: string }[]).map(({ id }) => id));
    }
    expect(sorted(found)).toEqual(openIds());
  });

  it('is answered with 200 by their pages, with 410 by those that were and 404 by those that never were', async () => {
    const expectedStatus = (row: Row) => {
      if (isOpen(row)) return 200;
      const { status, postingDate, expirationDate } = row;
      if (!postingDate || postingDate > new Date()) return 404;
      const isExpired = status === 'POSTED' && expirationDate !== null && expirationDate <= new Date();
      return isExpired || ['CLOSED', 'INACTIVE', 'PROCESSING_PAYMENT', 'DECLINED'].includes(status) ? 410 : 404;
    };
    const answers: [string, number][] = [];
    for (const row of createdRows)
      answers.push([row.id, (await t.app.inject({ method: 'HEAD', url: `/jobs/${row.id}` })).statusCode]);
    expect(answers).toEqual(createdRows.map((row) => [row.id, expectedStatus(row)]));
  });
});

describe('what is said of a public job', () => {
  it('is the same in the feed and in the page’s structured data', async () => {
    const entries = new Map(entriesOf(await text('/feeds/jobs.xml')).map((entry) => [entry['referencenumber'], entry]));
    for (const row of open().slice(0, 60)) {
      const page = await text(`/jobs/${row.id}`);
      const posting = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as Record<string, unknown>;
      const entry = entries.get(row.id);
      expect(entry).toMatchObject({
        title: posting['title'],
        date: posting['datePosted'],
        expirationdate: posting['validThrough'],
        url: `${String(posting['url'])}?source=feed`,
        description: posting['description'],
        company: (posting['hiringOrganization'] as { name: string }).name,
      });
      expect(page).toContain(`datetime="${entry?.['date']}"`);
      expect(page).toContain(`datetime="${entry?.['expirationdate']}"`);
    }
  });
});

describe('more addresses than a sitemap may hold', () => {
  it('are split into several files, each job once, listed by an index', async () => {
    const site = { db: t.services.db, publicUrl, maxItems: 40 };
    const parts = [...(await sitemap(site)).matchAll(/<loc>[^<]*\/sitemaps\/(\d+)\.xml<\/loc>/g)].map(([, n]) => Number(n));
    expect(parts).toHaveLength(Math.ceil((openIds().length + 2) / Math.floor(40 / languages.length)));
    const xml = await Promise.all(parts.map((part) => sitemapPart(site, part)));
    for (const one of xml) expect(one.match(/<url>/g)?.length).toBeLessThanOrEqual(40);
    for (const language of languages) expect(idsIn(xml.join(''), language)).toEqual(openIds());
    for (const fixed of ['/jobs', aiPage.path]) expect(xml.join('').split(`<loc>${publicUrl}${fixed}</loc>`)).toHaveLength(2);
    expect((await t.app.inject({ method: 'GET', url: '/sitemaps/1.xml' })).statusCode).toBe(200);
    expect(await text('/sitemap.xml')).toContain('<urlset');
  });
});

describe('a company that is cancelled', () => {
  it('hides its jobs everywhere immediately', async () => {
    const { db } = t.services;
    await db.update(companies).set({ status: 'Cancelled' });
    expect(entriesOf(await text('/feeds/jobs.xml'))).toEqual([]);
    expect(idsIn(await text('/sitemap.xml'))).toEqual([]);
    expect((await t.callRest('GET', '/public/jobs')).body.pagination.total).toBe(0);
    await db.update(companies).set({ status: 'Active' });
  });
});
