import { and, count, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { invalid } from '#server/errors.ts';
import { ensureTags } from '#server/jobs/tag.ts';
import { type Reader, listWhere } from '#server/lists/conditions.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import type { AssignableStage, NotAFitReason, Stage } from '#shared/applicants/stages.ts';
import type { Selection } from '#shared/drivers/applicant-selection.ts';
import {
  type ChangeApplicants,
  type ChangedApplicants,
  type CountSelection,
  maxBulkApplicants,
  type SelectionCount,
} from '#shared/drivers/applicant.ts';
import { text } from '#shared/texts/texts.ts';
import { companyApplicantList } from './list-query.ts';
import { assertActiveColleague } from './move-stage.ts';
import { stageColumns } from './notify-not-selected.ts';
import { notifyStages } from './notify-stages.ts';
import { type NewEvent, writeEvents } from './write-timeline.ts';

type SelectedApplication = {
  id: string;
  name: string;
  jobId: string;
  stage: Stage;
  stageChangedAt: Date;
  ownerId: string | null;
};
type Change =
  | { kind: 'stage'; stage: AssignableStage; reason: NotAFitReason | null }
  | { kind: 'owner'; ownerId: string | null }
  | { kind: 'tag'; tag: string };

/** The schema allows exactly one of a stage, an owner and a tag. */
function toChange({ stage, reason, ownerId, tag }: ChangeApplicants): Change {
  if (stage !== undefined) return { kind: 'stage', stage, reason: reason ?? null };
  return tag === undefined ? { kind: 'owner', ownerId: ownerId ?? null } : { kind: 'tag', tag };
}

/** The number of rows in one insert. PostgreSQL accepts at most 65,535 parameters. */
const batchSize = 5000;

/** The condition for the selected applications of a company. Withdrawn ones are not selected. */
function whereSelected(companyId: string, { ids, filters, timeZone }: Selection & Reader) {
  return ids
    ? and(eq(applications.companyId, companyId), inArray(applications.id, [...ids]), isNull(applications.withdrawnAt))
    : listWhere(companyApplicantList(companyId, {}), { filters, timeZone });
}

/** Counts the selected applicants, so that a person can confirm the number before a change. */
export async function countSelection(
  db: Database,
  { companyId }: OwnCompany,
  input: CountSelection & Reader,
): Promise<SelectionCount> {
  const [row] = await db
    .select({ applicants: count(), seenAt: sql`clock_timestamp()`.mapWith(applications.stageChangedAt) })
    .from(applications)
    .where(whereSelected(companyId, input));
  if (!row) throw new Error('A count has one row');
  return row;
}

/**
 * Changes the stage, owner or tags of many applicants in one transaction
 * (`docs/product/applicants-and-matching.md#bulk-changes`). Each changed application gets its own timeline entry.
 * @throws invalid if the filter finds more than {@link maxBulkApplicants}
 */
export async function changeApplicants(
  { db, events }: Services,
  { companyId }: OwnCompany,
  actor: ActingUser,
  input: ChangeApplicants & Reader,
): Promise<ChangedApplicants> {
  const { ids, seenAt } = input;
  const change = toChange(input);
  return db.transaction(async (tx) => {
    const selectedApplications: SelectedApplication[] = await tx
      .select({
        id: applications.id,
        name: applications.fullName,
        jobId: applications.jobId,
        stage: applications.stage,
        stageChangedAt: applications.stageChangedAt,
        ownerId: applications.ownerId,
      })
      .from(applications)
      .where(and(whereSelected(companyId, input), seenAt && lte(applications.applicationAt, seenAt)))
      .orderBy(applications.id)
      .limit(maxBulkApplicants + 1)
      .for('update');
    if (selectedApplications.length > maxBulkApplicants)
      throw invalid('filters', text('hiring.tooManyApplicants', { count: maxBulkApplicants }));
    const conflicts = findConflicts(selectedApplications, change, input);
    const conflictSet = new Set(conflicts);
    const unconflictedApplications = selectedApplications.filter((application) => !conflictSet.has(application));
    const changedApplications = await applyChange(tx, companyId, unconflictedApplications, change);
    if (change.kind === 'stage') await notifyStages(tx, events, changedApplications, change.stage);
    const newEvents = changedApplications.map((application): NewEvent => ({
      applicationId: application.id,
      companyId,
      authorId: actor.userId,
      source: 'bulk',
      ...toTimelineEntry(application, change),
    }));
    for (let start = 0; start < newEvents.length; start += batchSize)
      await writeEvents(tx, newEvents.slice(start, start + batchSize));
    if (changedApplications.length > 0) {
      await audit(tx, actor, {
        action: 'applicant.bulk',
        subject: { type: 'company', id: companyId },
        companyId,
        detail: { ...change, applicants: changedApplications.length },
      });
      for (const jobId of new Set(changedApplications.map((application) => application.jobId)))
        await events.publish(tx, { type: 'application', companyId, jobId, applicationId: changedApplications[0]?.id ?? '' });
    }
    const missingCount = ids ? new Set(ids).size - selectedApplications.length : 0;
    return {
      changed: changedApplications.length,
      unchanged: unconflictedApplications.length - changedApplications.length,
      missing: missingCount,
      conflicts: conflicts.map(({ id, name, stage }) => ({ id, name, stage })),
    };
  });
}

/** Finds the applications that another person has moved since the caller saw them, but not to the stage that the caller chose. */
function findConflicts(
  selectedApplications: readonly SelectedApplication[],
  change: Change,
  { seenAt, seenStages = [] }: Pick<ChangeApplicants, 'seenAt' | 'seenStages'>,
): readonly SelectedApplication[] {
  if (change.kind !== 'stage') return [];
  const stageById = new Map(seenStages.map(({ id, stage }) => [id, stage]));
  return selectedApplications.filter(({ id, stage, stageChangedAt }) => {
    if (stage === change.stage) return false;
    return (stageById.get(id) ?? stage) !== stage || (seenAt !== undefined && stageChangedAt > seenAt);
  });
}

function toTimelineEntry(application: SelectedApplication, change: Change): Pick<NewEvent, 'kind' | 'detail'> {
  switch (change.kind) {
    case 'stage': {
      const { stage, reason } = change;
      return { kind: 'stage', detail: { from: application.stage, to: stage, ...(reason && { reason }) } };
    }
    case 'owner':
      return { kind: 'owner', detail: { from: application.ownerId, to: change.ownerId } };
    case 'tag':
      return { kind: 'tag_added', detail: { tag: change.tag } };
  }
}

/** Makes the change and returns the applications that it changed. */
async function applyChange(
  tx: Database,
  companyId: string,
  selectedApplications: readonly SelectedApplication[],
  change: Change,
): Promise<readonly SelectedApplication[]> {
  switch (change.kind) {
    case 'stage':
      return moveAll(
        tx,
        selectedApplications.filter(({ stage }) => stage !== change.stage),
        change,
      );
    case 'owner':
      if (change.ownerId !== null) await assertActiveColleague(tx, companyId, change.ownerId);
      return assignAll(
        tx,
        selectedApplications.filter(({ ownerId }) => ownerId !== change.ownerId),
        change.ownerId,
      );
    case 'tag':
      return tagAll(tx, companyId, selectedApplications, change.tag);
  }
}

const toIdArray = (rows: readonly SelectedApplication[]) => `{${rows.map(({ id }) => id).join(',')}}`;
/** Uses one array parameter, because a list of 10,000 parameters is slow to plan. */
const isOneOfRows = (rows: readonly SelectedApplication[]) => sql`${applications.id} = any(${toIdArray(rows)}::uuid[])`;

async function moveAll(
  tx: Database,
  rows: readonly SelectedApplication[],
  { stage, reason }: Extract<Change, { kind: 'stage' }>,
) {
  if (rows.length > 0) await tx.update(applications).set(stageColumns(stage, reason)).where(isOneOfRows(rows));
  return rows;
}

async function assignAll(tx: Database, rows: readonly SelectedApplication[], ownerId: string | null) {
  if (rows.length > 0) await tx.update(applications).set({ ownerId }).where(isOneOfRows(rows));
  return rows;
}

async function tagAll(tx: Database, companyId: string, rows: readonly SelectedApplication[], name: string) {
  const [tag] = await ensureTags(tx, companyId, [name]);
  if (!tag || rows.length === 0) return [];
  const taggedRows = await tx.execute<{ id: string }>(sql`
    insert into ${applicationTags} (application_id, tag_id)
    select id, ${tag.id}::uuid from unnest(${toIdArray(rows)}::uuid[]) as id
    on conflict do nothing returning application_id as id`);
  const ids = new Set([...taggedRows].map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}
