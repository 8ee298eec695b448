import type { Database } from '#server/db/open.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { addressOf, experienceOf, isoOf, jobTypeOf, payOf } from './job-words.ts';
import { type FeedJob, publicJobs } from './public-urls.ts';

export function robots(publicUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /trpc/',
    'Disallow: /jobs/*/go',
    'Disallow: /apply/',
    'Disallow: /site/ads/',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

/** CDATA cannot hold its own end, nor signs that XML does not know. */
function cdata(text: string): string {
  const clean = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  return `<![CDATA[${clean.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** The feed for aggregators in Indeed's form: every public job, one entry per address, the reference never changes. */
export async function* jobFeed(db: Database, publicUrl: string): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="utf-8"?>\n<source><publisher>Haulboard</publisher><publisherurl>${escapeHtml(publicUrl)}</publisherurl><lastBuildDate>${new Date().toUTCString()}</lastBuildDate>\n`;
  for await (const batch of publicJobs(db)) yield batch.map((job) => entry(job, publicUrl)).join('');
  yield '</source>\n';
}

function entry(job: FeedJob, publicUrl: string): string {
  const fields: Record<string, string | null> = {
    title: job.title,
    date: isoOf(job, job.postingDate),
    referencenumber: job.id,
    url: `${publicUrl}/jobs/${job.id}`,
    company: job.companyName,
    city: job.city,
    state: job.state,
    country: 'US',
    postalcode: job.postalCode,
    streetaddress: job.street1 ? addressOf(job) : null,
    description: job.description,
    salary: payOf(job),
    jobtype: job.jobType === 'ownerOperator' ? 'contract' : 'fulltime',
    category: jobTypeOf(job),
    experience: experienceOf(job),
    expirationdate: isoOf(job, job.expirationDate),
  };
  const parts = Object.entries(fields).filter(([, value]) => value !== null);
  return `<job>${parts.map(([name, value]) => `<${name}>${cdata(value ?? '')}</${name}>`).join('')}</job>\n`;
}
