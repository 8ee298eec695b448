import { and, eq, inArray, sql } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import { jobTags } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';

/** The company's tags with these words, made where they are new; case does not tell tags apart. */
export async function ensureTags(tx: Database, companyId: string, texts: readonly string[]) {
  if (texts.length === 0) return [];
  const wanted = [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()];
  await tx
    .insert(companyTags)
    .values(wanted.map((text) => ({ companyId, text })))
    .onConflictDoNothing();
  return tx
    .select({ id: companyTags.id, text: companyTags.text })
    .from(companyTags)
    .where(
      and(
        eq(companyTags.companyId, companyId),
        inArray(
          sql`lower(${companyTags.text})`,
          wanted.map((text) => text.toLowerCase()),
        ),
      ),
    );
}

/** Makes these the job's tags, and no others. */
export async function setTags(tx: Database, companyId: string, jobId: string, texts: readonly string[]): Promise<void> {
  const tags = await ensureTags(tx, companyId, texts);
  await tx.delete(jobTags).where(eq(jobTags.jobId, jobId));
  if (tags.length) await tx.insert(jobTags).values(tags.map(({ id }) => ({ jobId, tagId: id })));
}
