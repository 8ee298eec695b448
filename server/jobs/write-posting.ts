import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { companyTags } from '#drizzle/schema/companies.ts';
import { jobAddons, jobs, jobTags, postingOrders, jobTranslations } from '#drizzle/schema/jobs.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import { sendTogether, type Database } from '#server/db/open.ts';
import { assertVersion, conflict } from '#server/errors.ts';
import { notifyJobCreated } from '#server/notifications/notify.ts';
import { postingTimeOf, zoneOfPlace } from '#server/places/place-zone.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { addonPriceCents, jobPriceCents } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';
import type { UpdateJob } from '#shared/jobs/job.ts';
import { copyTitle } from '#shared/jobs/jobs.ts';
import { text } from '#shared/texts/texts.ts';
import { renewalOffColumns, renewalOnColumns } from './close.ts';
import { copiedColumns, toColumns } from './job-columns.ts';
import { assertOwnVideo, transferVideo } from './job-media.ts';
import { lockJob, type LockedJob, datesOfSchedule, type JobChanges } from './move.ts';
import { ensureTags, setTags } from './tag.ts';

type JobRow = typeof jobs.$inferInsert;
export type RequestedAddon = { addonType: AddonType; costCents: number; externalUrl: string | null };

export type Posting = {
  companyId: string;
  createdBy: string;
  /** One row per address. */
  jobs: (Omit<JobRow, 'companyId' | 'orderId' | 'employerId' | 'id'> & { costCents: number })[];
  /** Each job gets all of these add-ons. */
  addons: readonly RequestedAddon[];
  tags: readonly string[];
};

/** Stores a posting order with its unpaid jobs and add-ons, and notifies the company's people if staff created it. */
export async function writePosting(tx: Database, posting: Posting) {
  const { companyId, createdBy, addons } = posting;
  const order = { id: newId(), companyId, createdBy, orderToken: randomBytes(24).toString('base64url') };
  const addonCentsPerJob = addons.reduce((sum, { costCents }) => sum + costCents, 0);
  const totalCents = posting.jobs.reduce((sum, { costCents }) => sum + costCents + addonCentsPerJob, 0);
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

/** Creates an unpaid copy of a job in a separate order, with the same content, add-ons and tags, at today's prices. */
export async function duplicateJob({ db, events }: Services, scope: CompanyScope, actor: AuditActor, id: string) {
  return db.transaction(async (tx) => {
    const { companyId } = await lockJob(tx, scope, id);
    const { title, ...content } = await readContent(tx, id);
    const addons = await tx
      .select({ addonType: jobAddons.addonType, externalUrl: jobAddons.externalUrl })
      .from(jobAddons)
      .where(eq(jobAddons.jobId, id));
    const tags = await tx
      .select({ text: companyTags.text })
      .from(jobTags)
      .innerJoin(companyTags, eq(companyTags.id, jobTags.tagId))
      .where(eq(jobTags.jobId, id));
    const posting = await writePosting(tx, {
      companyId,
      createdBy: actor.userId ?? companyId,
      jobs: [{ ...content, title: copyTitle(title), costCents: jobPriceCents, duplicateOf: id }],
      addons: addons.map((addon) => ({ ...addon, costCents: addonPriceCents[addon.addonType] })),
      tags: tags.map(({ text }) => text),
    });
    const [copy] = posting.jobs;
    if (!copy) throw new Error('A duplicate was not written');
    await audit(tx, actor, { action: 'job.duplicate', subject: { type: 'job', id: copy.id }, companyId, detail: { of: id } });
    await events.publish(tx, { type: 'job', companyId, jobId: copy.id });
    return { id: copy.id };
  });
}

async function readContent(tx: Parameters<typeof lockJob>[0], id: string) {
  const [content] = await tx.select(copiedColumns).from(jobs).where(eq(jobs.id, id));
  if (!content) throw new Error('A locked job is gone');
  return content;
}

/** Changes the fields that are present (`docs/product/jobs.md#editing-a-job`). Every state except CLOSED allows it. */
export async function editJob(
  { db, events }: Services,
  scope: CompanyScope,
  actor: AuditActor,
  { id, version, tags, ...input }: UpdateJob,
): Promise<void> {
  const { postingDate: _postingDate, ...content } = input;
  const columns = toColumns(content);
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, scope, id);
    if (job.status === 'CLOSED') throw conflict(text('errors.cannotEditClosedJob'));
    assertVersion(version, job.version);
    if (input.videoUrl !== job.videoUrl) {
      await assertOwnVideo(tx, input.videoUrl, { userId: actor.userId, companyId: job.companyId });
      await transferVideo(tx, input.videoUrl, job.companyId);
    }
    const changedFields = Object.keys(input).concat(tags ? 'tags' : []);
    await sendTogether([
      () =>
        tx
          .update(jobs)
          .set({
            ...columns,
            ...renewalColumns(job, input),
            ...scheduleColumns(job, input),
            candidatesDueAt: new Date(),
            version: sql`${jobs.version} + 1`,
          })
          .where(eq(jobs.id, id)),
      tags ? () => setTags(tx, job.companyId, id, tags) : null,
      columns.descriptionHtml === undefined ? null : () => tx.delete(jobTranslations).where(eq(jobTranslations.jobId, id)),
      () =>
        audit(tx, actor, {
          action: 'job.edit',
          subject: { type: 'job', id },
          companyId: job.companyId,
          detail: { fields: changedFields },
        }),
      () => events.publish(tx, { type: 'job', companyId: job.companyId, jobId: id }),
    ]);
  });
}

/** Turning the renewal on undoes its cancellation. */
function renewalColumns(job: LockedJob, { autoRenew }: Pick<UpdateJob, 'autoRenew'>): JobChanges {
  if (autoRenew === undefined) return {};
  if (!autoRenew) return renewalOffColumns();
  return { ...renewalOnColumns(job), ...(!job.autoRenew && { renewalNoticed: false }) };
}

/** The posting date can change until the job is posted. Afterward it is ignored, because clients send it back unchanged. */
function scheduleColumns(
  { status, postingDate: postedAt, ...place }: LockedJob,
  { postingDate, autoRenew }: Pick<UpdateJob, 'postingDate' | 'autoRenew'>,
): JobChanges {
  const isUnpaid = postedAt === null && (status === 'INACTIVE' || status === 'DECLINED');
  if (postingDate === undefined || !(isUnpaid || status === 'SCHEDULED')) return {};
  const at = postingDate === null ? null : postingTimeOf(place, postingDate);
  if (isUnpaid) return { scheduledAt: at };
  const scheduledAt = at ?? new Date();
  return { scheduledAt, ...datesOfSchedule(scheduledAt, zoneOfPlace(place), autoRenew) };
}
