import { randomBytes } from 'node:crypto';
import { newId } from '#drizzle/schema/columns.ts';
import { jobAddons, jobs, jobTags, postingOrders } from '#drizzle/schema/jobs.ts';
import type { AddonType } from '#shared/catalogues.ts';
import type { Database } from '#server/db/open.ts';
import { notifyJobCreated } from '#server/notifications/notify.ts';
import { ensureTags } from './tag.ts';
import { eq } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import { copyTitle } from '#shared/jobs/jobs.ts';
import { addonPriceCents, jobPriceCents } from '#shared/billing/pricing.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { copiedColumns } from './job-columns.ts';
import { lockJob } from './move.ts';

type JobRow = typeof jobs.$inferInsert;
export type WantedAddon = { addonType: AddonType; costCents: number; externalUrl: string | null };

export type Posting = {
  companyId: string;
  createdBy: string;
  /** One row per address. */
  jobs: (Omit<JobRow, 'companyId' | 'orderId' | 'employerId' | 'id'> & { costCents: number })[];
  /** Each job gets all of these add-ons. */
  addons: readonly WantedAddon[];
  tags: readonly string[];
};

/** Stores a posting order with its unpaid jobs and add-ons, and notifies the company's people if staff created it. */
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

/** Creates an unpaid copy with the same content, address, add-ons and tags, at today's prices and in a separate order. */
export async function duplicateJob({ db, events }: Services, scope: CompanyScope, actor: AuditActor, id: string) {
  return db.transaction(async (tx) => {
    const { companyId } = await lockJob(tx, scope, id);
    const { title, ...content } = await contentOf(tx, id);
    const addons = await tx
      .select({ addonType: jobAddons.addonType, externalUrl: jobAddons.externalUrl })
      .from(jobAddons)
      .where(eq(jobAddons.jobId, id));
    const tags = await tx
      .select({ text: companyTags.text })
      .from(jobTags)
      .innerJoin(companyTags, eq(companyTags.id, jobTags.tagId))
      .where(eq(jobTags.jobId, id));
    const written = await writePosting(tx, {
      companyId,
      createdBy: actor.userId ?? companyId,
      jobs: [{ ...content, title: copyTitle(title), costCents: jobPriceCents, duplicateOf: id }],
      addons: addons.map((addon) => ({ ...addon, costCents: addonPriceCents[addon.addonType] })),
      tags: tags.map(({ text }) => text),
    });
    const [copy] = written.jobs;
    if (!copy) throw new Error('A duplicate was not written');
    await audit(tx, actor, { action: 'job.duplicate', subject: { type: 'job', id: copy.id }, companyId, detail: { of: id } });
    await events.publish(tx, { type: 'job', companyId, jobId: copy.id });
    return { id: copy.id };
  });
}

async function contentOf(tx: Parameters<typeof lockJob>[0], id: string) {
  const [content] = await tx.select(copiedColumns).from(jobs).where(eq(jobs.id, id));
  if (!content) throw new Error('A locked job is gone');
  return content;
}
