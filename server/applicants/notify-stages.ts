import { and, eq, inArray, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import type { Events } from '#server/db/notify.ts';
import type { Database } from '#server/db/open.ts';
import { pastStages } from '#server/drivers/status-columns.ts';
import { notifyDrivers } from '#server/notifications/notify-drivers.ts';
import { type AssignableStage, type Stage, statusToTell } from '#shared/applicants/stages.ts';

type Move = { id: string; /** The stage before the move. */ stage: Stage };

/**
 * Notifies drivers in the app that their application has moved to Interview or Hired
 * (`docs/product/applicants-and-matching.md#what-the-driver-sees`). It is called before the moves are in the timeline. A move
 * away from Hired deletes the notification about it.
 */
export async function notifyStages(tx: Database, events: Events, moves: readonly Move[], to: AssignableStage): Promise<void> {
  const unhiredIds = moves.filter(({ stage }) => stage === 'hired').map(({ id }) => id);
  if (unhiredIds.length > 0) await deleteHiredNotices(tx, events, unhiredIds);
  if (to !== 'interview' && to !== 'hired') return;
  const rows = await tx
    .select({
      id: applications.id,
      driverId: applications.driverId,
      company: companies.companyName,
      title: jobs.title,
      pastStages,
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .innerJoin(companies, eq(companies.id, applications.companyId))
    .where(isOneOf(moves.map(({ id }) => id)));
  const stageById = new Map(moves.map(({ id, stage }) => [id, stage]));
  await notifyDrivers(
    tx,
    events,
    rows.flatMap(({ id, driverId, company, title, pastStages: earlierStages }) => {
      const stage = stageById.get(id);
      const status = statusToTell(to, stage ? [...earlierStages, stage] : earlierStages);
      if (!driverId || !status) return [];
      return { driverId, kind: 'application_status' as const, data: { status, company, title, applicationId: id } };
    }),
  );
}

/** Uses one array parameter, because a list of 10,000 parameters is slow to plan. */
const isOneOf = (ids: readonly string[]) => sql`${applications.id} = any(${`{${ids.join(',')}}`}::uuid[])`;

async function deleteHiredNotices(tx: Database, events: Events, ids: readonly string[]): Promise<void> {
  const drivers = tx.select({ id: applications.driverId }).from(applications).where(isOneOf(ids));
  const deletedRows = await tx
    .delete(notifications)
    .where(
      and(
        inArray(notifications.userId, drivers),
        eq(notifications.kind, 'application_status'),
        sql`${notifications.data} ->> 'status' = 'hired'`,
        sql`${notifications.data} ->> 'applicationId' = any(${`{${ids.join(',')}}`}::text[])`,
      ),
    )
    .returning({ userId: notifications.userId });
  await events.publish(tx, ...deletedRows.map(({ userId }) => ({ type: 'notification' as const, userId })));
}
