import { and, eq, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobDetail } from '#shared/jobs/job.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Reader } from '#server/lists/filter.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { inScopeOf, type ScopeVariant, variantOf } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { addonsOfJob } from './addons-query.ts';
import { contentColumns } from './job-columns.ts';
import { listItemColumns, startOfToday, toListItem } from './list-item.ts';
import { text } from '#shared/texts/texts.ts';

const detailColumns = {
  ...listItemColumns(sql.placeholder('today')),
  ...contentColumns,
  costCents: jobs.costCents,
  promotedUntil: jobs.promotedUntil,
  scheduledAt: jobs.scheduledAt,
  updatedAt: jobs.updatedAt,
  version: jobs.version,
};

const jobById = builtOnce((db, variant: ScopeVariant) =>
  db
    .select(detailColumns)
    .from(jobs)
    .where(and(inScopeOf(jobs.companyId, variant), eq(jobs.id, sql.placeholder('id'))))
    .prepare('job_by_id'),
);

/** A job with its full content (`docs/product/jobs.md#job-content`). */
export async function getJob(db: Database, scope: CompanyScope, { id, ...reader }: { id: string } & Reader): Promise<JobDetail> {
  const [[row], addons] = await Promise.all([
    jobById(db, variantOf(scope)).execute({ id, companyId: scope.companyId, today: startOfToday(reader) }),
    addonsOfJob(db, id),
  ]);
  if (!row) throw notFound(text('errors.thisJobWasNotFound'));
  const { expectedPayCents, signonBonusCents, startingBonusCents, costCents, latitude, longitude, promotedUntil } = row;
  return {
    ...row,
    ...toListItem(row, reader),
    jobDescription: row.descriptionHtml,
    jobDescriptionDoc: row.descriptionDoc,
    driveUnload: row.driverUnload,
    expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents),
    signonBonus: toDollars(signonBonusCents),
    startingBonus: toDollars(startingBonusCents),
    benefits: row.benefits.map((detail) => ({ detail })),
    endorsements: row.endorsements.map((detail) => ({ detail })),
    coordinates: { latitude, longitude },
    cost: toDollars(costCents),
    addons,
    promoted: row.status === 'POSTED' && promotedUntil !== null && promotedUntil > new Date(),
  };
}
