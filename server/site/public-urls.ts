import { and, asc, count, desc, eq, lt, or, type SQL } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobSearchDocuments as documents } from '#drizzle/schema/job-search-documents.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { cardColumns, cardOf, isPublic } from '#server/jobs/public-columns.ts';

const batch = 500;

export async function countPublic(db: Database): Promise<number> {
  const [row] = await db.select({ n: count() }).from(jobs).where(isPublic);
  return row?.n ?? 0;
}

/** Public jobs' ids and last changes, in the order of their ids. */
export async function publicUrls(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ id: string; updatedAt: Date }[]> {
  return db
    .select({ id: jobs.id, updatedAt: jobs.updatedAt })
    .from(jobs)
    .where(isPublic)
    .orderBy(asc(jobs.id))
    .limit(limit)
    .offset(offset);
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
      .innerJoin(documents, eq(documents.jobId, jobs.id))
      .where(and(isPublic, after))
      .orderBy(desc(documents.postedAt), desc(documents.jobId))
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
  or(lt(documents.postedAt, postingDate), and(eq(documents.postedAt, postingDate), lt(documents.jobId, id)));
