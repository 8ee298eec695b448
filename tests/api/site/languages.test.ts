import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer } from '#server/app.ts';
import { daysFromNow, makeCompany, makeJob } from '#server/demo/builders.ts';
import { site } from '#server/site/site.ts';
import { aiPage } from '#shared/brand.ts';
import { usStates } from '#shared/places/states.ts';
import { en } from '#shared/texts/en.ts';
import { type Language, languageNames } from '#shared/texts/texts.ts';
import { catalogues } from '#shared/texts/write-text.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { browserHeaders, extractText } from '#tests/helpers/public-page.ts';

let t: TestApp;
let companyId: string;
const newJob = (overrides = {}) => makeJob(t.services.db, companyId, overrides);

/** A language in which every text is the English one in angle quotes, so that a text outside of the catalogue shows. */
const quoted = Object.fromEntries(
  Object.entries(en).map(([section, messages]) => [
    section,
    Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, `‹${message}›`])),
  ]),
);
let app: ReturnType<typeof createServer>;
beforeAll(async () => {
  t = await startTestApp();
  companyId = (await makeCompany(t.services.db, { companyName: 'Miller & Sons <Freight>' })).id;
  Object.assign(catalogues, { xq: quoted });
  Object.assign(languageNames, { xq: 'Quoted' });
  app = createServer(t.services.settings);
  await app.register(site, { services: t.services, languages: ['en', 'xq' as Language] });
});
afterAll(async () => {
  await app.close();
  await t.close();
});
const read = async (url: string) => (await app.inject({ method: 'GET', url, headers: browserHeaders })).body;
const links = (page: string) => [...page.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => href);
const oneSpace = (page: string) => page.replace(/\s+/g, ' ');
const origin = 'http://localhost:3000';

it.each(['/jobs', '/jobs?location=Omaha%2C+NE', aiPage.path])(
  'a second language has its own address for %s, which names all',
  async (path) => {
    await newJob();
    const pages = { en: await read(path), xq: await read(`/xq${path}`) };
    const url = (prefix: string) => `${origin}${prefix}${path}`;
    for (const [language, page] of Object.entries(pages)) {
      expect(page).toContain(`<html lang="${language}"`);
      expect(page).toContain(`<link rel="canonical" href="${url(language === 'en' ? '' : '/xq')}"`);
      expect([...page.matchAll(/hreflang="([\w-]+)" href="(http[^"]*)"/g)].map(([, code, href]) => [code, href])).toEqual([
        ['en', url('')],
        ['xq', url('/xq')],
        ['x-default', url('')],
      ]);
    }
    expect(oneSpace(pages.en)).toContain(`<a href="/xq${path}" lang="xq" hreflang="xq" title="Quoted"`);
    expect(oneSpace(pages.xq)).toContain(`<a href="${path}" lang="en" hreflang="en" title="English"`);
  },
);

it('a second language is kept by every link between public pages', async () => {
  const job = await newJob({ title: 'Linked run' });
  for (const path of [
    '/jobs?query=linked',
    '/jobs?query=zzzz',
    `/jobs/${job.id}`,
    `/jobs/${job.id}/apply`,
    '/jobs/nonsense',
    aiPage.path,
  ]) {
    const page = await read(`/xq${path}`);
    const ownLanguage = links(page.replace(/<nav class="language"[\s\S]*?<\/nav>/, ''));
    expect(ownLanguage.filter((href) => href.startsWith('/xq/')).length).toBeGreaterThan(0);
    expect(ownLanguage.filter((href) => /^\/(?:jobs|how-we)/.test(href))).toEqual([]);
    expect(page).not.toMatch(/action="\/jobs/);
  }
  expect(await read(`/xq/jobs/${job.id}`)).toContain(`"url":"${origin}/xq/jobs/${job.id}"`);
  const external = await app.inject({ method: 'GET', url: `/xq/jobs/${job.id}/go`, headers: browserHeaders });
  expect(external.headers.location).toBe(`/xq/jobs/${job.id}/apply`);
});

it('a second language leaves no text in English but names and what people wrote', async () => {
  const title = 'Quoted 88';
  const job = await newJob({ title, isGlobal: true, endorsements: ['H', 'T'], signonBonusCents: 500_00, homeTime: 'O' });
  await newJob({ title, promotedUntil: daysFromNow(5), requiredExperience: 'CS', jobType: 'ownerOperator' });
  /** On the map. Only in capitals, because some codes are English words. */
  const stateNames = new RegExp(String.raw`\b(?:${Object.keys(usStates).join('|')})\b`, 'g');
  const names = /Haulboard|GeoNames|CC BY|Miller & Sons <Freight>|\bMS\b|Omahh?a(, NE)?|1414 Harney St|quoted( 88)?|Qwxzzyq/gi;
  const unseen =
    /<(script|style)[\s\S]*?<\/\1>|<div class="prose"(?: lang="en")?>[\s\S]*?<\/div>|<nav class="language"[\s\S]*?<\/nav>/g;
  const englishIn = async (path: string) => {
    const page = (await read(`/xq${path}`)).replace(unseen, ' ');
    const attributes = [...page.matchAll(/(?:aria-label|placeholder|name="description" content)="([^"]*)"/g)];
    let text = [page.replace(/<[^>]*>/g, ''), ...attributes.map(([, value]) => value)].join(' ');
    while (/‹[^‹›]*›/.test(text)) text = text.replace(/‹[^‹›]*›/g, ' ');
    return extractText(text.replaceAll('<', '&lt;'))
      .replace(names, ' ')
      .replace(stateNames, ' ')
      .match(/\p{L}{2,}/gu);
  };
  const searches = [
    'query=quoted',
    'query=quoted&location=Omahha',
    'query=quoted&pay_min=x&radius=y&job_type=z',
    'location=Qwxzzyq',
    'page=99',
  ];
  const ofJob = [`/jobs/${job.id}`, `/jobs/${job.id}/apply`, '/jobs/nonsense'];
  for (const path of [...searches.map((search) => `/jobs?${search}`), ...ofJob, aiPage.path])
    expect([path, await englishIn(path)]).toEqual([path, null]);
});

it('a second language is listed in the sitemap, each page with its other languages', async () => {
  const job = await newJob();
  const sitemap = await read('/sitemap.xml');
  const url = `${origin}/jobs/${job.id}`;
  for (const own of [url, url.replace('/jobs/', '/xq/jobs/')]) expect(sitemap).toContain(`<url><loc>${own}</loc><lastmod>`);
  expect(sitemap.split(`hreflang="x-default" href="${url}"`)).toHaveLength(3);
  expect(await read('/robots.txt')).toContain('Disallow: /xq/jobs/*/go');
});

it('a second language is not offered or served where the site has one', async () => {
  const alone = createServer(t.services.settings);
  await alone.register(site, { services: t.services, languages: ['en'] });
  const answer = async (url: string) => alone.inject({ method: 'GET', url, headers: browserHeaders });
  expect((await answer('/jobs')).body).not.toContain('hreflang');
  expect((await answer('/xq/jobs')).statusCode).toBe(404);
  await alone.close();
});
