import { eq, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { UpdateJob } from '#shared/jobs/job.ts';
import { postingTimeOf } from '#shared/places/place-zone.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import { together } from '#server/db/together.ts';
import { assertVersion, conflict } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { setTags } from './tag.ts';
import { toColumns } from './job-columns.ts';
import { assertOwnVideo, giveVideo } from './job-media.ts';
import { type LockedJob, lockJob, datesOfSchedule, type JobChanges } from './move.ts';

import { renewalOff, renewalOn } from './close.ts';
import { text } from '#shared/texts/texts.ts';

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
    if (job.status === 'CLOSED') throw conflict(text('errors.youCantEditJobClosed'));
    assertVersion(version, job.version);
    if (input.videoUrl !== job.videoUrl) {
      await assertOwnVideo(tx, input.videoUrl, { userId: actor.userId, companyId: job.companyId });
      await giveVideo(tx, input.videoUrl, job.companyId);
    }
    const changed = Object.keys(input).concat(tags ? 'tags' : []);
    await together([
      () =>
        tx
          .update(jobs)
          .set({
            ...columns,
            ...renewalColumns(job, input),
            ...scheduleColumns(job, input),
            candidatesDueAt: sql`now()`,
            version: sql`${jobs.version} + 1`,
          })
          .where(eq(jobs.id, id)),
      tags ? () => setTags(tx, job.companyId, id, tags) : null,
      () =>
        audit(tx, actor, {
          action: 'job.edit',
          subject: { type: 'job', id },
          companyId: job.companyId,
          detail: { fields: changed },
        }),
      () => events.publish(tx, { type: 'job', companyId: job.companyId, jobId: id }),
    ]);
  });
}

/** Sending back the value that was read changes nothing. Turning the renewal on undoes its cancellation. */
function renewalColumns(job: LockedJob, { autoRenew }: Pick<UpdateJob, 'autoRenew'>): JobChanges {
  if (autoRenew === undefined) return {};
  if (!autoRenew) return renewalOff();
  return { ...renewalOn(job), ...(!job.autoRenew && { renewalNoticed: false }) };
}

/** The posting date can change until the job is posted. Later, a date that a client sends back is ignored. */
function scheduleColumns(
  { status, postingDate: postedAt, ...place }: LockedJob,
  { postingDate, autoRenew }: Pick<UpdateJob, 'postingDate' | 'autoRenew'>,
): JobChanges {
  const isUnpaid = postedAt === null && (status === 'INACTIVE' || status === 'DECLINED');
  if (postingDate === undefined || !(isUnpaid || status === 'SCHEDULED')) return {};
  const at = postingDate === null ? null : postingTimeOf(place, postingDate);
  if (isUnpaid) return { scheduledAt: at };
  const scheduledAt = at ?? new Date();
  return { scheduledAt, ...datesOfSchedule(scheduledAt, autoRenew) };
}
