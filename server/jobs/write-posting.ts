import { randomBytes } from 'node:crypto';
import { newId } from '#drizzle/schema/columns.ts';
import { jobAddons, jobs, jobTags, postingOrders } from '#drizzle/schema/jobs.ts';
import type { AddonType } from '#shared/catalogues.ts';
import type { Database } from '#server/db/open.ts';
import { notifyJobCreated } from '#server/notifications/notify-job-created.ts';
import { ensureTags } from './tag.ts';

type JobRow = typeof jobs.$inferInsert;
export type WantedAddon = { addonType: AddonType; costCents: number; externalUrl: string | null };

export type Posting = {
  companyId: string;
  createdBy: string;
  /** One row per address. */
  jobs: (Omit<JobRow, 'companyId' | 'orderId' | 'employerId' | 'id'> & { costCents: number })[];
  /** Each job gets all of them. */
  addons: readonly WantedAddon[];
  tags: readonly string[];
};

/** Writes a posting order with its unpaid jobs and add-ons, and tells the company's people if somebody from outside did it. */
export async function writePosting(tx: Database, posting: Posting) {
  const { companyId, createdBy, addons } = posting;
  const order = { id: newId(), companyId, createdBy, orderToken: randomBytes(24).toString('base64url') };
  const perJob = addons.reduce((sum, { costCents }) => sum + costCents, 0);
  const totalCents = posting.jobs.reduce((sum, { costCents }) => sum + costCents + perJob, 0);
  const rows = posting.jobs.map((job) => ({ ...job, id: newId(), companyId, orderId: order.id, employerId: createdBy }));
  const addonRows = rows.flatMap((job) => addons.map((addon) => ({ ...addon, id: newId(), jobId: job.id })));
  await tx.insert(postingOrders).values({ ...order, totalCents });
  await tx.insert(jobs).values(rows);
  if (addonRows.length) await tx.insert(jobAddons).values(addonRows);
  const tags = await ensureTags(tx, companyId, posting.tags);
  const tagRows = rows.flatMap((job) => tags.map((tag) => ({ jobId: job.id, tagId: tag.id })));
  if (tagRows.length) await tx.insert(jobTags).values(tagRows);
  await notifyJobCreated(tx, { companyId, createdBy, jobs: rows });
  return { ...order, totalCents, jobs: rows, addons: addonRows };
}
