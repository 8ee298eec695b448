import { and, eq, inArray, sql } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import { jobs, jobTags } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { text } from '#shared/texts/texts.ts';
import { lockJob } from './move.ts';

/** Adds a tag to a job. Adding it again changes nothing. */
export async function tagJob(db: Database, scope: CompanyScope, { id, text }: { id: string; text: string }) {
  return db.transaction(async (tx) => {
    const job = await lockJob(tx, scope, id);
    const [tag] = await ensureTags(tx, job.companyId, [text]);
    if (!tag) throw new Error('A tag that was just made is not there');
    await tx.insert(jobTags).values({ jobId: id, tagId: tag.id }).onConflictDoNothing();
    return tag;
  });
}

/** Removes a tag from the job `jobId`. Without `jobId`, removes it from every job of the company. The tag itself is kept. */
export async function untagJob(db: Database, scope: CompanyScope, { id, jobId }: { id: string; jobId?: string | undefined }) {
  return db.transaction(async (tx) => {
    const [tag] = await tx
      .select({ id: companyTags.id })
      .from(companyTags)
      .where(and(whereInScope(companyTags.companyId, scope), eq(companyTags.id, id)));
    if (!tag) throw notFound(text('errors.tagNotFound'));
    if (jobId) {
      const [job] = await tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, jobId)));
      if (!job) throw notFound(text('errors.jobNotFound'));
    }
    await tx.delete(jobTags).where(and(eq(jobTags.tagId, id), jobId ? eq(jobTags.jobId, jobId) : undefined));
    return { id };
  });
}

/** The company's tags with these texts, ignoring case. Missing tags are created. */
export async function ensureTags(tx: Database, companyId: string, texts: readonly string[]) {
  if (texts.length === 0) return [];
  const uniqueTexts = [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()];
  await tx
    .insert(companyTags)
    .values(uniqueTexts.map((text) => ({ companyId, text })))
    .onConflictDoNothing();
  return tx
    .select({ id: companyTags.id, text: companyTags.text })
    .from(companyTags)
    .where(
      and(
        eq(companyTags.companyId, companyId),
        inArray(
          sql`lower(${companyTags.text})`,
          uniqueTexts.map((text) => text.toLowerCase()),
        ),
      ),
    );
}

/** Replaces the job's tags. */
export async function setTags(tx: Database, companyId: string, jobId: string, texts: readonly string[]): Promise<void> {
  const tags = await ensureTags(tx, companyId, texts);
  await tx.delete(jobTags).where(eq(jobTags.jobId, jobId));
  if (tags.length) await tx.insert(jobTags).values(tags.map(({ id }) => ({ jobId, tagId: id })));
}
