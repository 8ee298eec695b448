import { and, eq, getTableColumns, sql, type Placeholder, type SQL, inArray } from 'drizzle-orm';
import type * as z from 'zod';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs, type jobAddons } from '#drizzle/schema/jobs.ts';
import { whereInScopeVariant, type ScopeVariant, variantOf, whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { buildOncePerDatabase, buildVariantsOncePerDatabase } from '#server/db/prepare.ts';
import { notFound } from '#server/errors.ts';
import type { Reader } from '#server/lists/conditions.ts';
import { zoneOfPlace, type ZonedPlace } from '#server/places/place-zone.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { toDollars, addonPriceCents } from '#shared/billing/pricing.ts';
import { isRenewable } from '#shared/billing/renewal.ts';
import { addonTypes, codes } from '#shared/catalogues.ts';
import { jobFieldsOnList } from '#shared/jobs/job-fields.ts';
import type { JobDetail, JobListItem, jobAddonSchema } from '#shared/jobs/job.ts';
import { pickFields } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';
import { writeReason } from '#shared/texts/write-text.ts';
import { calendarDaysUntil, localDay, platformZone, startOfDay } from '#shared/time-zone.ts';
import { contentColumns } from './job-columns.ts';

/** `jobs.id` is written as SQL, because Drizzle would leave out the table, and `id` would mean the inner table's id. */
const tags: SQL<{ id: string; text: string }[]> =
  sql`coalesce((select json_agg(json_build_object('id', t.id, 'text', t.text) order by fold_text(t.text))
  from job_tags jt join company_tags t on t.id = jt.tag_id where jt.job_id = jobs.id), '[]'::json)`;

/** The number of applicants since a time. Withdrawn applications do not count, as in the total. */
const applicantsSince = (today: string | Placeholder): SQL<number> => sql`(select count(*)::int from applications a
  where a.job_id = jobs.id and a.withdrawn_at is null and a.application_at >= ${today}::timestamptz)`;

/** The start of the reader's current day. */
export const startOfToday = ({ timeZone = platformZone }: Reader): string =>
  startOfDay(localDay(timeZone, Date.now()), timeZone).toISOString();

/** Whether the automatic renewal of a posted job was declined, and will be tried again (`docs/product/money.md#renewals`). */
export const isRenewalFailing: SQL<boolean> = sql`(${jobs.status} = 'POSTED' and ${jobs.autoRenew} and ${jobs.renewalFailures} > 0
    and ${jobs.nextBillingDate} is not null)`;

/** The columns of a list item. Only the tags and today's applicants need a subquery. */
export const listItemColumns = (today: string | Placeholder) => ({
  id: jobs.id,
  companyId: jobs.companyId,
  employerId: jobs.employerId,
  title: jobs.title,
  ...pickFields(getTableColumns(jobs), jobFieldsOnList),
  status: jobs.status,
  declineReason: jobs.declineReason,
  todayApplicants: applicantsSince(today),
  totalApplicants: jobs.applicationCount,
  totalCandidates: jobs.candidateCount,
  postingDate: jobs.postingDate,
  nextBillingDate: jobs.nextBillingDate,
  expirationDate: jobs.expirationDate,
  renewalCanceledAt: jobs.renewalCanceledAt,
  renewalCancellationReason: jobs.renewalCancellationReason,
  renewalFailing: isRenewalFailing,
  boostUntil: jobs.boostUntil,
  city: jobs.city,
  state: jobs.state,
  postalCode: jobs.postalCode,
  latitude: jobs.latitude,
  longitude: jobs.longitude,
  tags,
  orderId: jobs.orderId,
  createdAt: jobs.createdAt,
});

type Row = Omit<JobListItem, 'renewable' | 'boostActive' | 'boostRemainingDays' | 'timeZone'> &
  ZonedPlace & {
    boostUntil: Date | null;
  };

/**
 * Turns a row into a list item. It changes the row itself, because copying each row would be the most expensive step. The
 * output schema removes the extra columns.
 */
export function toListItem(row: Row, { language }: Reader, now = Date.now()): JobListItem {
  const { boostUntil, status, postingDate, expirationDate } = row;
  const timeZone = zoneOfPlace(row);
  const activeBoostEnd = status === 'POSTED' && boostUntil && boostUntil.getTime() > now ? boostUntil : null;
  return Object.assign(row, {
    declineReason: writeReason(row.declineReason, language),
    timeZone,
    renewable: isRenewable({ status, postingDate, expirationDate, timeZone }, new Date(now)),
    boostActive: activeBoostEnd !== null,
    boostRemainingDays: activeBoostEnd ? calendarDaysUntil(new Date(now), activeBoostEnd, timeZone) : 0,
  });
}

const rowsOfList = buildOncePerDatabase((db) =>
  db
    .select(listItemColumns(sql.placeholder('today')))
    .from(jobs)
    .where(sql`${jobs.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('job_list_rows'),
);

/** Jobs as in the job list, in any order. The caller has checked the scope. */
export async function getListItems(db: Database, ids: readonly string[], reader: Reader): Promise<JobListItem[]> {
  const now = Date.now();
  const rows = await rowsOfList(db).execute({ ids: `{${ids.join(',')}}`, today: startOfToday(reader) });
  return rows.map((row) => toListItem(row, reader, now));
}

/** One job as in the job list. Calls that change a job's state return it. */
export async function getListItem(
  db: Database,
  scope: CompanyScope,
  { id, ...reader }: { id: string } & Reader,
): Promise<JobListItem> {
  const [row] = await db
    .select(listItemColumns(startOfToday(reader)))
    .from(jobs)
    .where(and(whereInScope(jobs.companyId, scope), eq(jobs.id, id)));
  if (!row) throw notFound(text('errors.jobNotFound'));
  return toListItem(row, reader);
}

type NamedCompany = { companyId: string; companyName?: string | undefined };

/** Adds the company names if the caller sees the jobs of every company. */
export async function addCompanyNames<Job extends NamedCompany>(db: Database, scope: CompanyScope, jobs: Job[]): Promise<Job[]> {
  const ids = [...new Set(jobs.map(({ companyId }) => companyId))];
  if (scope.companyId !== null || ids.length === 0) return jobs;
  const rows = await db
    .select({ id: companies.id, name: companies.companyName })
    .from(companies)
    .where(inArray(companies.id, ids));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  for (const job of jobs) job.companyName = names.get(job.companyId);
  return jobs;
}

type AddonRow = Omit<typeof jobAddons.$inferSelect, 'createdAt' | 'jobId' | 'paidAt' | 'endsAt'> & {
  /** Instants as JSON writes them. */
  paidAt: string | null;
  endsAt: string | null;
};

/**
 * The add-ons of a job, in the order in which they were requested. `jobs.id` is written as SQL for the same reason as in `tags`.
 */
export const addonsColumn: SQL<AddonRow[]> =
  sql`coalesce((select json_agg(json_build_object('id', a.id, 'addonType', a.addon_type,
  'costCents', a.cost_cents, 'subscribed', a.subscribed, 'externalUrl', a.external_url, 'paidAt', a.paid_at, 'endsAt', a.ends_at)
  order by a.created_at, a.id) from job_addons a where a.job_id = jobs.id), '[]'::json)`;

const detailColumns = {
  ...listItemColumns(sql.placeholder('today')),
  ...contentColumns,
  costCents: jobs.costCents,
  promotedUntil: jobs.promotedUntil,
  scheduledAt: jobs.scheduledAt,
  updatedAt: jobs.updatedAt,
  version: jobs.version,
  addons: addonsColumn,
};

const jobById = buildVariantsOncePerDatabase((db, variant: ScopeVariant) =>
  db
    .select(detailColumns)
    .from(jobs)
    .where(and(whereInScopeVariant(jobs.companyId, variant), eq(jobs.id, sql.placeholder('id'))))
    .prepare('job_by_id'),
);

/** A job with its full content (`docs/product/jobs.md#job-content`). */
export async function getJob(db: Database, scope: CompanyScope, { id, ...reader }: { id: string } & Reader): Promise<JobDetail> {
  const [row] = await jobById(db, variantOf(scope)).execute({ id, companyId: scope.companyId, today: startOfToday(reader) });
  if (!row) throw notFound(text('errors.jobNotFound'));
  const { expectedPayCents, signonBonusCents, startingBonusCents, costCents, latitude, longitude, promotedUntil } = row;
  return {
    ...row,
    ...toListItem(row, reader),
    jobDescription: row.descriptionHtml,
    jobDescriptionDoc: row.descriptionDoc,
    expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents),
    signonBonus: toDollars(signonBonusCents),
    startingBonus: toDollars(startingBonusCents),
    benefits: row.benefits.map((detail) => ({ detail })),
    endorsements: row.endorsements.map((detail) => ({ detail })),
    coordinates: { latitude, longitude },
    cost: toDollars(costCents),
    addons: row.addons.map(toAddon),
    promoted: row.status === 'POSTED' && promotedUntil !== null && promotedUntil > new Date(),
  };
}

type JobAddon = z.infer<typeof jobAddonSchema>;

/** A job's add-ons. The caller has checked the scope. */
export async function getAddons(db: Database, jobId: string): Promise<JobAddon[]> {
  const [row] = await db.select({ addons: addonsColumn }).from(jobs).where(eq(jobs.id, jobId));
  return row?.addons.map(toAddon) ?? [];
}

export function toAddon({ id, addonType, costCents, subscribed, externalUrl, paidAt, endsAt }: AddonRow): JobAddon {
  const isPaid = paidAt !== null && (endsAt === null || new Date(endsAt) > new Date());
  return { id, addonType, cost: toDollars(costCents), subscribed, isPaid, jobHyperlink: externalUrl };
}

/** Today's price of each add-on. An order keeps the prices of the day when it was placed. */
export function getAddonCosts() {
  return codes(addonTypes).map((addonType) => ({ addonId: addonType, addonType, cost: toDollars(addonPriceCents[addonType]) }));
}
