import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { viewerKey } from '#server/ads/count-ad-event.ts';
import { findCaller } from '#server/context.ts';
import { bestFirstFor } from '#server/drivers/sort-matches.ts';
import { AppError, toUnavailableError } from '#server/errors.ts';
import { getPublicJob } from '#server/jobs/public-columns.ts';
import { incrementDayCounter, countView, searchPublicJobs } from '#server/jobs/public-search.ts';
import { findTranslation, isTranslatable, translateDescription } from '#server/jobs/write-translation.ts';
import { permissionsPolicy } from '#server/limits/security-headers.ts';
import type { Services } from '#server/services.ts';
import { aiPage } from '#shared/brand.ts';
import { type PublicJob, publicJobInput, searchPageSize } from '#shared/jobs/public-job.ts';
import { offlinePath, serviceWorkerPath, workerVersion } from '#shared/offline.ts';
import { type Language, languages as allLanguages, publicPath } from '#shared/texts/texts.ts';
import { localDay } from '#shared/time-zone.ts';
import { adRoutes, publicAds, toVisitorId } from './ads.ts';
import { companyRoutes } from './company-routes.ts';
import { employersPage, employersPath, pricingPath } from './employers-page.ts';
import { jobFeed, robots, sitemap, sitemapPart } from './feeds.ts';
import { type Site, createSite } from './html.ts';
import { icon } from './icon.ts';
import { toZonedPlace, zoneOfJob } from './job-card.ts';
import { foreignLanguageOf, jobPage, type TranslationState } from './job-page.ts';
import { contentSecurityPolicy, workerSecurityPolicy } from './layout.ts';
import { manifestRoutes } from './manifest.ts';
import { offlinePage } from './offline-page.ts';
import { pageParts } from './page-parts.ts';
import { aiUsePage, applyPage, closedPage, notFoundPage, serverErrorPage } from './plain-pages.ts';
import { findWiderSearch, runSearch } from './run-search.ts';
import { searchPage, showJobsLabel } from './search-page.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';
import { usOutline } from './us-map.ts';

type SiteOptions = { services: Services; languages?: readonly Language[] };

/**
 * The public pages as server-rendered HTML: search, job pages, sitemap and feed (`docs/product/jobs.md#public-jobs`). The
 * first language has no prefix in its paths, so that old links without a language stay valid.
 */
export async function site(app: FastifyInstance, { services, languages = allLanguages }: SiteOptions): Promise<void> {
  const { db, settings } = services;
  const { publicUrl, offersTexts } = settings;
  const sites = languages.map((language) => createSite(language, { publicUrl, languages, offersTexts }));
  for (const languageSite of sites)
    await app.register(pages, { services, site: languageSite, prefix: publicPath('', languageSite.language) });
  const english = createSite('en', { publicUrl, languages, offersTexts });
  app.setErrorHandler(createErrorHandler(english));
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(publicUrl, languages)));
  app.get('/sitemap.xml', async (_request, reply) => sendXml(reply, await sitemap({ db, publicUrl, languages })));
  app.get('/sitemaps/:part(^[1-9][0-9]{0,3}).xml', async (request, reply) =>
    sendXml(reply, await sitemapPart({ db, publicUrl, languages }, Number((request.params as { part: string }).part))),
  );
  app.get('/feeds/jobs.xml', (_request, reply) => sendXml(reply, Readable.from(jobFeed(db, english))));
  await app.register(adRoutes, { services });
  const siteIn = (language: Language) => sites.find((one) => one.language === language) ?? english;
  await app.register(unsubscribeRoutes, { services, siteIn, sendPage });
  assets(app);
  serviceWorker(app, sites);
}

type PageOptions = { services: Services; site: Site };

/** Registers the pages of one language. */
async function pages(app: FastifyInstance, { services, site: languageSite }: PageOptions): Promise<void> {
  const { db, settings } = services;
  app.setErrorHandler(createErrorHandler(languageSite));
  const search = async (request: FastifyRequest) => {
    const bestFirst = bestFirstFor(db, await findCaller(services, request));
    return runSearch(db, request.query as Record<string, unknown>, bestFirst);
  };
  app.get('/jobs', async (request, reply) => {
    const [results, ads] = await Promise.all([search(request), publicAds(services, request)]);
    const wider = await findWiderSearch(db, results);
    return sendPage(reply, 200, searchPage(languageSite, { ...results, wider, ads }));
  });
  /**
   * The button's text for a search that the visitor is still choosing, in the visitor's language. It has no number while a value
   * is invalid.
   */
  app.get('/jobs/count', async (request, reply) => {
    const { search: parsedSearch, searchResults } = await search(request);
    const hasProblem = Object.keys(parsedSearch.problems).length > 0;
    const label = hasProblem ? languageSite.t('site.showJobs') : showJobsLabel(languageSite, searchResults.pagination.total);
    return reply.header('cache-control', 'no-cache').send({ label });
  });
  app.get('/jobs/:id', async (request, reply) => {
    const [job, ads] = await Promise.all([getPublicJob(db, readJobId(request)), publicAds(services, request)]);
    void countVisit(services, request, job, 'views');
    const translation = await translationFor(services, job, { site: languageSite, query: request.query });
    return sendPage(reply, 200, jobPage(languageSite, job, { ads, translation }));
  });
  await app.register(translationRoutes, { services, site: languageSite });
  await app.register(companyRoutes, { services, site: languageSite, sendPage, handleError: createErrorHandler(languageSite) });
  app.get('/jobs/:id/go', async (request, reply) => {
    const job = await getPublicJob(db, readJobId(request));
    if (!job.jobHyperlink) return reply.redirect(languageSite.pathTo(`/jobs/${job.id}/apply`), 302);
    void countVisit(services, request, job, 'hyperlinkClicks');
    return reply.header('cache-control', 'no-store').redirect(job.jobHyperlink, 302);
  });
  app.get('/jobs/:id/apply', async (request, reply) => {
    const job = await getPublicJob(db, readJobId(request));
    if (job.jobHyperlink) return reply.redirect(languageSite.pathTo(`/jobs/${job.id}/go`), 302);
    return sendPage(reply, 200, applyPage(languageSite, job));
  });
  app.get(offlinePath, (_request, reply) => sendPage(reply, 200, offlinePage(languageSite)));
  app.get(employersPath, async (_request, reply) => {
    const { items } = await searchPublicJobs(db, { sponsoredPlaces: false, offset: 0, limit: searchPageSize });
    const sample = items.find(({ featured, boosted }) => !featured && !boosted);
    return sendPage(reply, 200, employersPage(languageSite, sample));
  });
  app.get(pricingPath, (_request, reply) => reply.redirect(`${languageSite.pathTo(employersPath)}#prices`, 302));
  app.get(aiPage.path, (_request, reply) =>
    sendPage(reply, 200, aiUsePage(languageSite, { support: settings.mail.support, hasAssistant: settings.ai !== null })),
  );
}

/** Translates a job's description for a reader who asks for it, and shows the page again. */
async function translationRoutes(app: FastifyInstance, { services, site: languageSite }: PageOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  // The path says everything, so the form is not read.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 }, (_request, _body, done) => done(null, null));
  app.post('/jobs/:id/translation', async (request, reply) => {
    const job = await getPublicJob(services.db, readJobId(request));
    const { language, pathTo } = languageSite;
    // Another site's page must not spend the visitor's translations.
    const isAllowed = request.headers['sec-fetch-site'] !== 'cross-site' && foreignLanguageOf(languageSite, job) !== null;
    const isTranslated =
      isAllowed && (await translateDescription(services, job, { language, ip: request.ip }).catch(toTranslationFailure));
    return reply.redirect(`${pathTo(`/jobs/${job.id}`)}?translated=${isTranslated ? '1' : 'failed'}#about`, 303);
  });
}

/** After too many requests, the page says that there is no translation. */
function toTranslationFailure(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}

async function translationFor(
  { db, assistant }: Services,
  job: PublicJob,
  { site: languageSite, query }: { site: Site; query: unknown },
): Promise<TranslationState> {
  if (!assistant || foreignLanguageOf(languageSite, job) === null) return { kind: 'none' };
  const { translated } = query as Record<string, unknown>;
  const translation = await findTranslation(db, job, languageSite.language);
  if (translation !== null) return translated === '1' ? { kind: 'shown', html: translation } : { kind: 'hidden' };
  if (!isTranslatable(job)) return { kind: 'none' };
  return { kind: translated === 'failed' ? 'failed' : 'offered' };
}

/** Answers an error with a page. */
const createErrorHandler = (languageSite: Site) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  const status = error instanceof AppError ? error.status : (toUnavailableError(error)?.status ?? 500);
  if (status >= 500) request.log.error({ err: error }, 'A public page failed');
  const page = status === 410 ? closedPage : status >= 500 ? serverErrorPage : notFoundPage;
  const { id } = request.params as { id?: string };
  return sendPage(reply, status, page(languageSite, id ? `/jobs/${encodeURIComponent(id)}` : '/jobs'));
};

function sendXml(reply: FastifyReply, content: string | Readable): FastifyReply {
  return reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').send(content);
}

function readJobId(request: FastifyRequest): string {
  return publicJobInput.parse(request.params).id;
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(),
      'permissions-policy': permissionsPolicy({ geolocation: true }),
    })
    .send(page);
}

/**
 * Counts a visitor's views of a job once a day, and every click. Visitors whose user agent names a robot are not counted. The
 * page is served without waiting for the count, even if counting fails.
 */
async function countVisit(
  { db, keys, log }: Services,
  request: FastifyRequest,
  job: PublicJob,
  counter: 'views' | 'hyperlinkClicks',
): Promise<void> {
  const visitor = toVisitorId(request, localDay(zoneOfJob(job), Date.now()));
  if (request.method !== 'GET' || !visitor) return;
  const place = { id: job.id, ...toZonedPlace(job) };
  const countQuery =
    counter === 'views' ? countView(db, place, viewerKey(keys, visitor)) : incrementDayCounter(db, place, counter);
  await countQuery.catch((error: unknown) => log.error({ err: error }, 'A visit was not counted'));
}

/**
 * Serves the service worker (`docs/product/drivers.md#without-a-connection`). Browsers check for updates. Its version contains the
 * offline pages, so that a changed one reaches browsers that have the worker.
 */
function serviceWorker(app: FastifyInstance, sites: readonly Site[]): void {
  let worker: string | undefined;
  const write = () => {
    const { serviceWorker: script } = pageParts();
    const version = createHash('sha256')
      .update([script, ...sites.map(offlinePage)].join('\n'))
      .digest('hex')
      .slice(0, 16);
    return script.replaceAll(workerVersion, version);
  };
  app.get(serviceWorkerPath, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': workerSecurityPolicy })
      .send((worker ??= write())),
  );
}

/** Serves the font, the icon and the map's outlines, which change only with a release. */
function assets(app: FastifyInstance): void {
  const cacheForADay = 'public, max-age=86400';
  const font = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  let fontBytes: Promise<Buffer> | undefined;
  app.get('/site/inter.woff2', async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await (fontBytes ??= readFile(font))),
  );
  app.get('/site/icon.svg', (_request, reply) =>
    reply.type('image/svg+xml; charset=utf-8').header('cache-control', cacheForADay).send(icon),
  );
  manifestRoutes(app, cacheForADay);
  app.get('/site/us-states.svg', (_request, reply) =>
    reply.type('image/svg+xml; charset=utf-8').header('cache-control', cacheForADay).send(usOutline()),
  );
}
