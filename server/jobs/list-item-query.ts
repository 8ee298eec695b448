import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobListItem } from '#shared/jobs/job.ts';
import type { Reader } from '#server/lists/filter.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { listItemColumns, startOfToday, toListItem } from './list-item.ts';

/** One job as its list shows it: the answer of calls that move a job. */
export async function getListItem(
  db: Database,
  scope: CompanyScope,
  { id, ...reader }: { id: string } & Reader,
): Promise<JobListItem> {
  const [row] = await db
    .select(listItemColumns(startOfToday(reader)))
    .from(jobs)
    .where(and(inScope(jobs.companyId, scope), eq(jobs.id, id)));
  if (!row) throw notFound('This job');
  return toListItem(row);
}
