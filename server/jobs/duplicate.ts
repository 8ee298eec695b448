import { eq, getTableColumns } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import { jobAddons, jobs, jobTags } from '#drizzle/schema/jobs.ts';
import { copyTitle } from '#shared/jobs.ts';
import { addonPriceCents, jobPriceCents } from '#shared/pricing.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
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

/** What a copy takes over: what the job says and where, nothing of its life but that its renewal was cancelled. */
async function contentOf(tx: Parameters<typeof lockJob>[0], id: string) {
  const c = getTableColumns(jobs);
  const [content] = await tx
    .select({
      title: c.title,
      jobType: c.jobType,
      requiredExperience: c.requiredExperience,
      experienceRank: c.experienceRank,
      additionalExperience: c.additionalExperience,
      requisiteNumber: c.requisiteNumber,
      homeTime: c.homeTime,
      descriptionHtml: c.descriptionHtml,
      descriptionDoc: c.descriptionDoc,
      descriptionText: c.descriptionText,
      driverUnload: c.driverUnload,
      expectedPayCents: c.expectedPayCents,
      salaryType: c.salaryType,
      signonBonusCents: c.signonBonusCents,
      startingBonusCents: c.startingBonusCents,
      benefits: c.benefits,
      endorsements: c.endorsements,
      street1: c.street1,
      city: c.city,
      state: c.state,
      postalCode: c.postalCode,
      country: c.country,
      latitude: c.latitude,
      longitude: c.longitude,
      cell: c.cell,
      isGlobal: c.isGlobal,
      videoUrl: c.videoUrl,
      autoRenew: c.autoRenew,
    })
    .from(jobs)
    .where(eq(jobs.id, id));
  if (!content) throw new Error('A locked job is gone');
  return content;
}
