import { and, asc, eq, inArray } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

const columns = {
  id: jobs.id,
  companyId: jobs.companyId,
  status: jobs.status,
  title: jobs.title,
  city: jobs.city,
  state: jobs.state,
  postalCode: jobs.postalCode,
  postingDate: jobs.postingDate,
  expirationDate: jobs.expirationDate,
  nextBillingDate: jobs.nextBillingDate,
  unpaidSince: jobs.unpaidSince,
  renewalFailures: jobs.renewalFailures,
  boostUntil: jobs.boostUntil,
  autoRenew: jobs.autoRenew,
  purchases: jobs.purchases,
};

/** A job as far as money goes on with it. */
export type PurchasedJob = Awaited<ReturnType<typeof lockJobs>>[number];
export type PurchasedAddon = typeof jobAddons.$inferSelect;

/** The jobs' rows, kept from others until the transaction ends, in one order for everybody. */
export function lockJobs(tx: Database, ids: readonly string[]) {
  return tx
    .select(columns)
    .from(jobs)
    .where(inArray(jobs.id, [...ids]))
    .orderBy(asc(jobs.id))
    .for('update');
}

/** The same of one in the caller's scope; 404 when it is not there or not the caller's. */
export async function lockOne(tx: Database, scope: CompanyScope, id: string): Promise<PurchasedJob> {
  const [job] = await tx
    .select(columns)
    .from(jobs)
    .where(and(inScope(jobs.companyId, scope), eq(jobs.id, id)))
    .for('update');
  if (!job) throw notFound('This job');
  return job;
}

/** To look at, not to change. */
export async function readOne(db: Database, scope: CompanyScope, id: string) {
  const [job] = await db
    .select({ ...columns, billingType: companies.billingType })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(and(inScope(jobs.companyId, scope), eq(jobs.id, id)));
  if (!job) throw notFound('This job');
  return job;
}

/** The add-ons of each job, in the order they were asked for. */
export async function addonRows(db: Database, jobIds: readonly string[]): Promise<Map<string, PurchasedAddon[]>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(jobAddons)
    .where(inArray(jobAddons.jobId, [...jobIds]))
    .orderBy(asc(jobAddons.createdAt), asc(jobAddons.id));
  return Map.groupBy(rows, ({ jobId }) => jobId);
}
