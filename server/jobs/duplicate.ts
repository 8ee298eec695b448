import { eq } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import { jobAddons, jobs, jobTags } from '#drizzle/schema/jobs.ts';
import { copyTitle } from '#shared/jobs/jobs.ts';
import { addonPriceCents, jobPriceCents } from '#shared/billing/pricing.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { copiedColumns } from './job-columns.ts';
import { lockJob } from './lock-job.ts';
import { writePosting } from './write-posting.ts';

/** An unpaid copy with the same content, address, add-ons and tags at today's prices, in an order of its own. */
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
