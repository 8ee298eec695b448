import { asc, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { jobAddons } from '#drizzle/schema/jobs.ts';
import type { jobAddonSchema } from '#shared/jobs/job.ts';
import { toDollars, addonPriceCents } from '#shared/billing/pricing.ts';
import { builtOnce } from '#server/db/prepare.ts';
import type { Database } from '#server/db/open.ts';
import { addonTypes, codes } from '#shared/catalogues.ts';

export type JobAddon = z.infer<typeof jobAddonSchema>;
type Row = Omit<typeof jobAddons.$inferSelect, 'createdAt' | 'jobId'>;

const columns = {
  id: jobAddons.id,
  addonType: jobAddons.addonType,
  costCents: jobAddons.costCents,
  subscribed: jobAddons.subscribed,
  externalUrl: jobAddons.externalUrl,
  paidAt: jobAddons.paidAt,
  endsAt: jobAddons.endsAt,
};
const asAsked = [asc(jobAddons.createdAt), asc(jobAddons.id)];

const addonsByJob = builtOnce((db, _only: 'one job') =>
  db
    .select(columns)
    .from(jobAddons)
    .where(eq(jobAddons.jobId, sql.placeholder('jobId')))
    .orderBy(...asAsked)
    .prepare('addons_by_job'),
);

/** A job's add-ons. The caller has checked the scope. */
export async function addonsOfJob(db: Database, jobId: string): Promise<JobAddon[]> {
  const rows = await addonsByJob(db, 'one job').execute({ jobId });
  return rows.map(toAddon);
}

/** The add-ons of several jobs, in the order of their request. The caller has checked the scope. */
export async function addonsOf(db: Database, jobIds: readonly string[]): Promise<Map<string, JobAddon[]>> {
  const byJob = new Map<string, JobAddon[]>(jobIds.map((id) => [id, []]));
  if (jobIds.length === 0) return byJob;
  const rows = await db
    .select({ ...columns, jobId: jobAddons.jobId })
    .from(jobAddons)
    .where(inArray(jobAddons.jobId, [...jobIds]))
    .orderBy(...asAsked);
  for (const { jobId, ...row } of rows) byJob.get(jobId)?.push(toAddon(row));
  return byJob;
}

export function toAddon({ id, addonType, costCents, subscribed, externalUrl, paidAt, endsAt }: Row): JobAddon {
  const isPaid = paidAt !== null && (endsAt === null || endsAt > new Date());
  return { id, addonType, cost: toDollars(costCents), subscribed, isPaid, jobHyperlink: externalUrl };
}

/** Today's price of each add-on. An order keeps the prices at the time it was made. */
export function addonCosts() {
  return codes(addonTypes).map((addonType) => ({ addonId: addonType, addonType, cost: toDollars(addonPriceCents[addonType]) }));
}
