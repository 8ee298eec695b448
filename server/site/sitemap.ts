import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { aiPage } from '#shared/brand.ts';
import { countPublic, publicUrls } from './public-urls.ts';

/** Most addresses that one sitemap may hold (sitemaps.org); with more there is an index of several. */
const mostUrls = 50_000;

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

type Site = { db: Database; publicUrl: string; most?: number };

/** Pages other than job pages. The first sitemap begins with them. */
const fixedPages = ['/jobs', aiPage.path];

/** `/sitemap.xml`: the search, the page about AI and every public job; above {@link mostUrls}, the sitemaps that hold them. */
export async function sitemap({ db, publicUrl, most = mostUrls }: Site): Promise<string> {
  const parts = Math.ceil(((await countPublic(db)) + fixedPages.length) / most);
  if (parts <= 1) return sitemapPart({ db, publicUrl, most }, 1);
  const url = escapeHtml(publicUrl);
  const named = Array.from({ length: parts }, (_, n) => `<sitemap><loc>${url}/sitemaps/${n + 1}.xml</loc></sitemap>`);
  return `${head}\n<sitemapindex ${space}>\n${named.join('\n')}\n</sitemapindex>\n`;
}

/** The n-th sitemap, from 1. The first one starts with the fixed pages; any other exists only with jobs in it. Jobs are in the order in which they were made. */
export async function sitemapPart({ db, publicUrl, most = mostUrls }: Site, part: number): Promise<string> {
  const isFirst = part === 1;
  const window = isFirst
    ? { offset: 0, limit: most - fixedPages.length }
    : { offset: (part - 1) * most - fixedPages.length, limit: most };
  const jobs = await publicUrls(db, window);
  if (!isFirst && jobs.length === 0) throw notFound();
  const url = escapeHtml(publicUrl);
  const pages = isFirst ? fixedPages.map((path) => `<url><loc>${url}${path}</loc></url>`) : [];
  const entries = jobs.map(
    ({ id, updatedAt }) => `<url><loc>${url}/jobs/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
  );
  return `${head}\n<urlset ${space}>\n${[...pages, ...entries].join('\n')}\n</urlset>\n`;
}
