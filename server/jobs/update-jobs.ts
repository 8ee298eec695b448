import { and, count, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { BulkOutcome } from '#shared/jobs/job.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';

type JobSelection = { db: Database; scope: CompanyScope; ids: readonly string[] };

/**
 * Runs an action on each selected job and returns which jobs succeeded and why the others were refused. A refused job does
 * not stop the others. If one of the jobs is not in the caller's scope, no job is changed.
 */
export async function forEachJob(
  { language, ...target }: JobSelection & { language: Language },
  update: (id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  const ids = await assertInScope(target);
  const outcome: BulkOutcome = { done: [], refused: [] };
  for (const id of ids) {
    try {
      await update(id);
      outcome.done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome.refused.push({ id, message: writeText(error.publicText, language) });
    }
  }
  return outcome;
}

/**
 * Returns the ids without duplicates.
 * @throws 404 if one of the jobs is not in the caller's scope
 */
export async function assertInScope({ db, scope, ids }: JobSelection): Promise<string[]> {
  const uniqueIds = [...new Set(ids)];
  const [countRow] = await db
    .select({ n: count() })
    .from(jobs)
    .where(and(whereInScope(jobs.companyId, scope), inArray(jobs.id, uniqueIds)));
  if (countRow?.n !== uniqueIds.length) throw notFound(text('errors.someJobsNotFound'));
  return uniqueIds;
}
