import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { cardColumns, cardOf } from '#server/jobs/public-columns.ts';
import { isPublic } from '#server/jobs/public-condition.ts';

/** Most addresses that one sitemap may hold (sitemaps.org). */
const mostUrls = 50_000;
const batch = 500;

/** Every public job's id and last change, newest first. */
export async function publicUrls(db: Database): Promise<{ id: string; updatedAt: Date }[]> {
  return db
    .select({ id: jobs.id, updatedAt: jobs.updatedAt })
    .from(jobs)
    .where(isPublic)
    .orderBy(sql`${jobs.postingDate} desc nulls last`, sql`${jobs.id} desc nulls last`)
    .limit(mostUrls);
}

export type FeedJob = ReturnType<typeof cardOf> & { description: string; street1: string | null; updatedAt: Date };

/** All public jobs, a batch at a time, so that a feed of any length needs little memory. */
export async function* publicJobs(db: Database): AsyncGenerator<FeedJob[]> {
  let last: FeedJob | undefined;
  for (;;) {
    const after: SQL | undefined = last ? earlierThan(last) : undefined;
    const rows = await db
      .select({ ...cardColumns, description: jobs.descriptionHtml, street1: jobs.street1, updatedAt: jobs.updatedAt })
      .from(jobs)
      .innerJoin(companies, eq(companies.id, jobs.companyId))
      .where(and(isPublic, after))
      .orderBy(desc(jobs.postingDate), desc(jobs.id))
      .limit(batch);
    const found: FeedJob[] = rows.map(({ description, street1, updatedAt, ...row }) => ({
      ...cardOf(row),
      description,
      street1,
      updatedAt,
    }));
    yield found;
    last = found.at(-1);
    if (!last || found.length < batch) return;
  }
}

const earlierThan = ({ id, postingDate }: FeedJob) =>
  or(lt(jobs.postingDate, postingDate), and(eq(jobs.postingDate, postingDate), lt(jobs.id, id)));
