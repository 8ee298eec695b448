import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { viewerKey } from '#server/ads/count-sight.ts';
import { AppError, unavailability } from '#server/errors.ts';
import { getPublicJob } from '#server/jobs/public-columns.ts';
import { countDay, countView, type FoundJobs, searchPublicJobs } from '#server/jobs/public-search.ts';
import { isKnownPlace } from '#server/places/index-geocoder.ts';
import type { Services } from '#server/services.ts';
import { aiPage } from '#shared/brand.ts';
import { type PublicJob, publicJobInput } from '#shared/jobs/public-job.ts';
import { zoneOfPlace } from '#shared/places/place-zone.ts';
import { type Language, languages as allLanguages, publicPath } from '#shared/texts/texts.ts';
import { localDay } from '#shared/time-zone.ts';
import { adRoutes, publicAds, visitorOf } from './ads.ts';
import { jobFeed, robots, sitemap, sitemapPart } from './feeds.ts';
import { jobPage } from './job-page.ts';
import { type Site, siteIn } from './html.ts';
import { contentSecurityPolicy, icon } from './layout.ts';
import { aiUsePage, applyPage, closedPage, missingPage, troublePage } from './plain-pages.ts';
import { readSentence } from './read-sentence.ts';
import { searchPage } from './search-page.ts';
import { pageSize, readSearch, understandSearch } from './understand-search.ts';
import { usOutline } from './us-map.ts';

const noJobs: FoundJobs = {
  items: [],
  pagination: { offset: 0, limit: pageSize, total: 0 },
  correctedTo: null,
  isUnknownPlace: false,
};

type SiteOptions = { services: Services; languages?: readonly Language[] };

/**
 * The public pages as server-rendered HTML: search, job pages, sitemap and feed (`docs/product/jobs.md#public-jobs`). The
 * first language has no prefix in its paths, so that links from before there were languages stay valid.
 */
export async function site(app: FastifyInstance, { services, languages = allLanguages }: SiteOptions): Promise<void> {
  const { db, settings } = services;
  const { publicUrl } = settings;
  const sites = languages.map((language) => siteIn(language, { publicUrl, languages }));
  for (const one of sites) await app.register(pages, { services, site: one, prefix: publicPath('', one.language) });
  const english = siteIn('en', { publicUrl, languages });
  app.setErrorHandler(errorPage(english));
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(publicUrl, languages)));
  app.get('/sitemap.xml', async (_request, reply) => sendXml(reply, await sitemap({ db, publicUrl, languages })));
  app.get('/sitemaps/:part(^[1-9][0-9]{0,3}).xml', async (request, reply) =>
    sendXml(reply, await sitemapPart({ db, publicUrl, languages }, Number((request.params as { part: string }).part))),
  );
  app.get('/feeds/jobs.xml', (_request, reply) => sendXml(reply, Readable.from(jobFeed(db, english))));
  await app.register(adRoutes, { services });
  assets(app);
}

/** The pages in one language. */
async function pages(app: FastifyInstance, { services, site: one }: { services: Services; site: Site }): Promise<void> {
  const { db, settings } = services;
  app.setErrorHandler(errorPage(one));
  app.get('/jobs', async (request, reply) => {
    const params = await readSentence(readSearch(request.query as Record<string, unknown>), (words) => isKnownPlace(db, words));
    const search = understandSearch(params);
    const results = search.search ? searchPublicJobs(db, search.search) : noJobs;
    const [found, ads] = await Promise.all([results, publicAds(services, request)]);
    return sendPage(reply, 200, searchPage(one, { typedParams: params, search, found, ads }));
  });
  app.get('/jobs/:id', async (request, reply) => {
    const [job, ads] = await Promise.all([getPublicJob(db, idOf(request)), publicAds(services, request)]);
    void countVisit(services, request, job, 'views');
    return sendPage(reply, 200, jobPage(one, job, ads));
  });
  app.get('/jobs/:id/go', async (request, reply) => {
    const job = await getPublicJob(db, idOf(request));
    if (!job.jobHyperlink) return reply.redirect(one.pathTo(`/jobs/${job.id}/apply`), 302);
    void countVisit(services, request, job, 'hyperlinkClicks');
    return reply.header('cache-control', 'no-store').redirect(job.jobHyperlink, 302);
  });
  app.get('/jobs/:id/apply', async (request, reply) => {
    const job = await getPublicJob(db, idOf(request));
    if (job.jobHyperlink) return reply.redirect(one.pathTo(`/jobs/${job.id}/go`), 302);
    return sendPage(reply, 200, applyPage(one, job));
  });
  app.get(aiPage.path, (_request, reply) => sendPage(reply, 200, aiUsePage(one, settings.mail.support)));
}

/** Answers an error with a page. */
const errorPage = (one: Site) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  const status = error instanceof AppError ? error.status : (unavailability(error)?.status ?? 500);
  if (status >= 500) request.log.error({ err: error }, 'A public page failed');
  const page = status === 410 ? closedPage : status >= 500 ? troublePage : missingPage;
  const { id } = request.params as { id?: string };
  return sendPage(reply, status, page(one, id ? `/jobs/${encodeURIComponent(id)}` : '/jobs'));
};

function sendXml(reply: FastifyReply, content: string | Readable): FastifyReply {
  return reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').send(content);
}

function idOf(request: FastifyRequest): string {
  return publicJobInput.parse(request.params).id;
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy })
    .send(page);
}

/**
 * Counts visits of people, as far as the user agent shows it: views once a day, and every click. The page is served without
 * waiting for the count, even if the count fails.
 */
async function countVisit(
  { db, keys, log }: Services,
  request: FastifyRequest,
  job: PublicJob,
  counter: 'views' | 'hyperlinkClicks',
): Promise<void> {
  const visitor = visitorOf(request, localDay(zoneOfPlace(job), Date.now()));
  if (request.method !== 'GET' || !visitor) return;
  const counted = counter === 'views' ? countView(db, job, viewerKey(keys, visitor)) : countDay(db, job, counter);
  await counted.catch((error: unknown) => log.error({ err: error }, 'A visit was not counted'));
}

/** The font and the map's outlines. Both change only with a release. */
function assets(app: FastifyInstance): void {
  const cacheForADay = 'public, max-age=86400';
  const font = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  let bytes: Promise<Buffer> | undefined;
  app.get('/site/inter.woff2', async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await (bytes ??= readFile(font))),
  );
  app.get('/site/icon.svg', (_request, reply) =>
    reply.type('image/svg+xml; charset=utf-8').header('cache-control', cacheForADay).send(icon),
  );
  app.get('/site/us-states.svg', (_request, reply) =>
    reply.type('image/svg+xml; charset=utf-8').header('cache-control', cacheForADay).send(usOutline()),
  );
}
