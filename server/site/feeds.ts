import { and, asc, count, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { companyProfiles } from '#drizzle/schema/company-pages.ts';
import { jobs, jobSearchDocuments as documents } from '#drizzle/schema/jobs.ts';
import { hasPage } from '#server/access/company-page.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { cardColumns, toJobCard, isPublic } from '#server/jobs/public-columns.ts';
import { aiPage, productName } from '#shared/brand.ts';
import { companyPath } from '#shared/companies/company-page.ts';
import { type Language, languages as allLanguages, publicPath } from '#shared/texts/texts.ts';
import { employersPath } from './employers-page.ts';
import { type Site, withAbsoluteUrls } from './html.ts';
import { formatAddress, formatExperience, toIsoTime, formatJobType, formatPay } from './job-card.ts';

const batchSize = 500;

async function countPublicJobs(db: Database): Promise<number> {
  const [row] = await db.select({ n: count() }).from(jobs).where(isPublic);
  return row?.n ?? 0;
}

type Range = { offset: number; limit: number };
type SitemapPage = { path: string; updatedAt: Date | null };

/** The fixed pages, then the public jobs, then the pages of companies, each in the order in which they were created. */
async function listPages(db: Database, { offset, limit }: Range): Promise<SitemapPage[]> {
  const fixed = fixedPages.map((path) => ({ path, updatedAt: null })).slice(offset, offset + limit);
  const jobPages = await listJobPages(db, within({ offset, limit }, fixedPages.length, fixed.length));
  const found = [...fixed, ...jobPages];
  if (found.length === limit) return found;
  const pagesBefore = fixedPages.length + (await countPublicJobs(db));
  return [...found, ...(await listCompanyPages(db, within({ offset, limit }, pagesBefore, found.length)))];
}

/** The part of a range in a list that begins after other pages, of which the range already has some. */
const within = ({ offset, limit }: Range, pagesBefore: number, found: number): Range => ({
  offset: Math.max(0, offset - pagesBefore),
  limit: limit - found,
});

async function listJobPages(db: Database, { offset, limit }: Range): Promise<SitemapPage[]> {
  const rows = await db
    .select({ id: jobs.id, updatedAt: jobs.updatedAt })
    .from(jobs)
    .where(isPublic)
    .orderBy(asc(jobs.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id, updatedAt }) => ({ path: `/jobs/${id}`, updatedAt }));
}

async function listCompanyPages(db: Database, { offset, limit }: Range): Promise<SitemapPage[]> {
  const rows = await db
    .select({
      slug: companies.slug,
      updatedAt: sql`greatest(${companies.updatedAt}, ${companyProfiles.updatedAt})`.mapWith(companies.updatedAt),
    })
    .from(companies)
    .leftJoin(companyProfiles, eq(companyProfiles.companyId, companies.id))
    .where(hasPage)
    .orderBy(asc(companies.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ slug, updatedAt }) => ({ path: companyPath(slug), updatedAt }));
}

async function countCompanyPages(db: Database): Promise<number> {
  const [row] = await db.select({ n: count() }).from(companies).where(hasPage);
  return row?.n ?? 0;
}

type FeedJob = ReturnType<typeof toJobCard> & { description: string; street1: string | null; updatedAt: Date };

/** Reads all public jobs in batches, so that memory use does not depend on the length of the feed. */
async function* publicJobs(db: Database): AsyncGenerator<FeedJob[]> {
  let last: FeedJob | undefined;
  for (;;) {
    const after: SQL | undefined = last ? olderThan(last) : undefined;
    const rows = await db
      .select({ ...cardColumns, description: jobs.descriptionHtml, street1: jobs.street1, updatedAt: jobs.updatedAt })
      .from(jobs)
      .innerJoin(companies, eq(companies.id, jobs.companyId))
      .innerJoin(documents, eq(documents.jobId, jobs.id))
      .where(and(isPublic, after))
      .orderBy(desc(documents.postedAt), desc(documents.jobId))
      .limit(batchSize);
    const feedJobs: FeedJob[] = rows.map(({ description, street1, updatedAt, ...row }) => ({
      ...toJobCard(row),
      description,
      street1,
      updatedAt,
    }));
    yield feedJobs;
    last = feedJobs.at(-1);
    if (!last || feedJobs.length < batchSize) return;
  }
}

const olderThan = ({ id, postingDate }: FeedJob) =>
  or(lt(documents.postedAt, postingDate), and(eq(documents.postedAt, postingDate), lt(documents.jobId, id)));

/** The maximum number of URLs in one sitemap (sitemaps.org). Beyond it, an index lists several sitemaps. */
const maxUrls = 50_000;

const xmlHeader = '<?xml version="1.0" encoding="UTF-8"?>';
const sitemapNamespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

type Sitemap = { db: Database; publicUrl: string; languages?: readonly Language[]; maxItems?: number };

/** Pages other than those of jobs and companies. The first sitemap begins with them. */
const fixedPages = ['/jobs', employersPath, aiPage.path];

/** `/sitemap.xml`: the search, the pages for employers and about AI, every public job and every company with a page. Above {@link maxUrls}, an index of sitemaps. */
export async function sitemap({
  db,
  publicUrl,
  languages = allLanguages,
  maxItems: maxSitemapUrls = maxUrls,
}: Sitemap): Promise<string> {
  const pageCount = (await countPublicJobs(db)) + (await countCompanyPages(db)) + fixedPages.length;
  const sitemapCount = Math.ceil(pageCount / getMaxPages(maxSitemapUrls, languages));
  if (sitemapCount <= 1) return sitemapPart({ db, publicUrl, languages, maxItems: maxSitemapUrls }, 1);
  const url = escapeHtml(publicUrl);
  const sitemapEntries = Array.from(
    { length: sitemapCount },
    (_, n) => `<sitemap><loc>${url}/sitemaps/${n + 1}.xml</loc></sitemap>`,
  );
  return `${xmlHeader}\n<sitemapindex ${sitemapNamespace}>\n${sitemapEntries.join('\n')}\n</sitemapindex>\n`;
}

/** The n-th sitemap, starting at 1. Any but the first exists only if it has pages. */
export async function sitemapPart(
  { db, publicUrl, languages = allLanguages, maxItems: maxSitemapUrls = maxUrls }: Sitemap,
  part: number,
): Promise<string> {
  const maxPages = getMaxPages(maxSitemapUrls, languages);
  const pages = await listPages(db, { offset: (part - 1) * maxPages, limit: maxPages });
  if (pages.length === 0) throw notFound();
  const entries = pages.flatMap(({ path, updatedAt }) => {
    const changed = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : '';
    const links = alternates(escapeHtml(publicUrl), path, languages);
    return languages.map(
      (language) => `<url><loc>${escapeHtml(publicUrl)}${publicPath(path, language)}</loc>${changed}${links}</url>`,
    );
  });
  const namespaces = languages.length > 1 ? `${sitemapNamespace} xmlns:xhtml="http://www.w3.org/1999/xhtml"` : sitemapNamespace;
  return `${xmlHeader}\n<urlset ${namespaces}>\n${entries.join('\n')}\n</urlset>\n`;
}

/** Each page takes one URL per language. */
const getMaxPages = (max: number, languages: readonly Language[]) => Math.floor(max / languages.length);

/** Search engines expect every entry to link to the page in all languages, including its own. */
function alternates(url: string, path: string, languages: readonly Language[]): string {
  if (languages.length === 1) return '';
  return [...languages.map((language) => [language, language] as const), ['x-default', languages[0] ?? ''] as const]
    .map(([code, language]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${url}${publicPath(path, language)}"/>`)
    .join('');
}

export function robots(publicUrl: string, languages: readonly Language[] = allLanguages): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /trpc/',
    ...languages.map((language) => `Disallow: ${publicPath('/jobs/*/go', language)}`),
    'Disallow: /apply/',
    'Disallow: /site/ads/',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

/** CDATA must not contain its own end marker or characters that XML does not allow. */
function cdata(text: string): string {
  const clean = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  return `<![CDATA[${clean.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/**
 * The job feed for aggregators in Indeed's format: every public job, one entry per address, with a reference that never
 * changes. Its texts are in the language of `site`.
 */
export async function* jobFeed(db: Database, site: Site): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="utf-8"?>\n<source><publisher>${productName}</publisher><publisherurl>${escapeHtml(site.publicUrl)}</publisherurl><lastBuildDate>${new Date().toUTCString()}</lastBuildDate>\n`;
  for await (const batch of publicJobs(db)) yield batch.map((job) => entry(site, job)).join('');
  yield '</source>\n';
}

function entry(site: Site, job: FeedJob): string {
  const fields: Record<string, string | null> = {
    title: job.title,
    date: toIsoTime(job, job.postingDate),
    referencenumber: job.id,
    url: `${site.publicUrl}${site.pathTo(`/jobs/${job.id}`)}?source=feed`,
    company: job.companyName,
    city: job.city,
    state: job.state,
    country: 'US',
    postalcode: job.postalCode,
    streetaddress: job.street1 ? formatAddress(job) : null,
    description: withAbsoluteUrls(job.description, site.publicUrl),
    salary: formatPay(site, job),
    jobtype: job.jobType === 'ownerOperator' ? 'contract' : 'fulltime',
    category: formatJobType(site, job),
    experience: formatExperience(site, job),
    expirationdate: toIsoTime(job, job.expirationDate),
  };
  const parts = Object.entries(fields).filter(([, value]) => value !== null);
  return `<job>${parts.map(([name, value]) => `<${name}>${cdata(value ?? '')}</${name}>`).join('')}</job>\n`;
}
