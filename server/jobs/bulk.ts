import { and, count, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { BulkOutcome } from '#shared/jobs/job-bulk.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

type Target = { db: Database; scope: CompanyScope; ids: readonly string[] };

/**
 * Does the same with each of the named jobs and tells of each whether it was done or why not: one that its state keeps from
 * it does not hold up the others. When one is not there or not the caller's, nothing is done at all.
 */
export async function withEach(target: Target, act: (id: string) => Promise<unknown>): Promise<BulkOutcome> {
  const ids = await theirs(target);
  const outcome: BulkOutcome = { done: [], refused: [] };
  for (const id of ids) {
    try {
      await act(id);
      outcome.done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome.refused.push({ id, message: error.publicMessage });
    }
  }
  return outcome;
}

/** The named jobs, each once. @throws 404 when one of them is not the caller's */
export async function theirs({ db, scope, ids }: Target): Promise<string[]> {
  const named = [...new Set(ids)];
  const [found] = await db
    .select({ n: count() })
    .from(jobs)
    .where(and(inScope(jobs.companyId, scope), inArray(jobs.id, named)));
  if (found?.n !== named.length) throw notFound('One of these jobs');
  return named;
}
