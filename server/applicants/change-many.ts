import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { ensureTags } from '#server/jobs/tag.ts';
import type { Reader } from '#server/lists/filter.ts';
import { listWhere } from '#server/lists/read-page.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import type { ChosenStage, NotAFitReason } from '#shared/applicants/stages.ts';
import { type ChangeApplicants, type ChangedApplicants, maxBulkApplicants } from '#shared/drivers/applicant.ts';
import { companyApplicantList } from './list-query.ts';
import { assertActiveColleague } from './move-stage.ts';
import { type NewEvent, writeEvents } from './write-timeline.ts';

type Found = { id: string; jobId: string; stage: string; ownerId: string | null };
type Change =
  | { kind: 'stage'; stage: ChosenStage; reason: NotAFitReason | null }
  | { kind: 'owner'; ownerId: string | null }
  | { kind: 'tag'; tag: string };

/** The schema allows exactly one of the three. */
function changeOf({ stage, reason, ownerId, tag }: ChangeApplicants): Change {
  if (stage !== undefined) return { kind: 'stage', stage, reason: reason ?? null };
  return tag === undefined ? { kind: 'owner', ownerId: ownerId ?? null } : { kind: 'tag', tag };
}

/** The number of rows in one insert. PostgreSQL accepts at most 65,535 parameters. */
const batchSize = 5000;

/**
 * Changes the stage, owner or tags of many applicants in one transaction (`docs/product/applicants-and-matching.md#bulk-changes`).
 * Each changed application gets its own timeline entry.
 */
export async function changeApplicants(
  { db, events }: Services,
  { companyId }: OwnCompany,
  actor: ActingUser,
  input: ChangeApplicants & Reader,
): Promise<ChangedApplicants> {
  const { ids, filters, timeZone } = input;
  const change = changeOf(input);
  return db.transaction(async (tx) => {
    const list = companyApplicantList(companyId, {});
    const where = ids
      ? and(eq(applications.companyId, companyId), inArray(applications.id, ids), isNull(applications.withdrawnAt))
      : listWhere(list, { filters, timeZone });
    const found: Found[] = await tx
      .select({ id: applications.id, jobId: applications.jobId, stage: applications.stage, ownerId: applications.ownerId })
      .from(applications)
      .where(where)
      .orderBy(applications.id)
      .limit(maxBulkApplicants)
      .for('update');
    const changed = await apply(tx, companyId, found, change);
    const newEvents = changed.map((one): NewEvent => ({
      applicationId: one.id,
      companyId,
      authorId: actor.userId,
      source: 'bulk',
      ...entryOf(one, change),
    }));
    for (let at = 0; at < newEvents.length; at += batchSize) await writeEvents(tx, newEvents.slice(at, at + batchSize));
    if (changed.length > 0) {
      await audit(tx, actor, {
        action: 'applicant.bulk',
        subject: { type: 'company', id: companyId },
        companyId,
        detail: { ...change, applicants: changed.length },
      });
      for (const jobId of new Set(changed.map((one) => one.jobId)))
        await events.publish(tx, { type: 'application', companyId, jobId, applicationId: changed[0]?.id ?? '' });
    }
    const missing = ids ? new Set(ids).size - found.length : 0;
    return { changed: changed.length, unchanged: found.length - changed.length, missing };
  });
}

function entryOf(one: Found, change: Change): Pick<NewEvent, 'kind' | 'detail'> {
  switch (change.kind) {
    case 'stage': {
      const { stage, reason } = change;
      return { kind: 'stage', detail: { from: one.stage, to: stage, ...(reason && { reason }) } };
    }
    case 'owner':
      return { kind: 'owner', detail: { from: one.ownerId, to: change.ownerId } };
    case 'tag':
      return { kind: 'tag_added', detail: { tag: change.tag } };
  }
}

/** Makes the change and returns the applications that were not like that before. */
async function apply(tx: Database, companyId: string, found: readonly Found[], change: Change): Promise<readonly Found[]> {
  switch (change.kind) {
    case 'stage':
      return moveAll(
        tx,
        found.filter(({ stage }) => stage !== change.stage),
        change,
      );
    case 'owner':
      if (change.ownerId !== null) await assertActiveColleague(tx, companyId, change.ownerId);
      return assignAll(
        tx,
        found.filter(({ ownerId }) => ownerId !== change.ownerId),
        change.ownerId,
      );
    case 'tag':
      return tagAll(tx, companyId, found, change.tag);
  }
}

const idsOf = (rows: readonly Found[]) => `{${rows.map(({ id }) => id).join(',')}}`;
/** One array parameter, because a list of 10,000 parameters is slow to plan. */
const isOneOfRows = (rows: readonly Found[]) => sql`${applications.id} = any(${idsOf(rows)}::uuid[])`;

async function moveAll(tx: Database, rows: readonly Found[], { stage, reason }: Extract<Change, { kind: 'stage' }>) {
  if (rows.length > 0)
    await tx.update(applications).set({ stage, notAFitReason: reason, stageChangedAt: new Date() }).where(isOneOfRows(rows));
  return rows;
}

async function assignAll(tx: Database, rows: readonly Found[], ownerId: string | null) {
  if (rows.length > 0) await tx.update(applications).set({ ownerId }).where(isOneOfRows(rows));
  return rows;
}

async function tagAll(tx: Database, companyId: string, rows: readonly Found[], name: string) {
  const [tag] = await ensureTags(tx, companyId, [name]);
  if (!tag || rows.length === 0) return [];
  const added = await tx.execute<{ id: string }>(sql`
    insert into ${applicationTags} (application_id, tag_id)
    select id, ${tag.id}::uuid from unnest(${idsOf(rows)}::uuid[]) as id
    on conflict do nothing returning application_id as id`);
  const ids = new Set([...added].map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}
