import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import { statusNow } from '#server/notifications/interview-status.ts';
import type { InterviewRow } from '#server/notifications/notify-interview.ts';
import { openInterviewStatuses } from '#shared/applicants/interview.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * Reads and locks an interview, with its status now. Every change that also writes about the application locks the application first
 * and then the interview, so that two of them wait for each other instead of ending in a deadlock. Reminders lock the interview only, so
 * they must not write anything that refers to the application.
 * @param isAllowed what the application or interview must satisfy, such as that it is the driver's own
 * @throws not found, also if the application was withdrawn
 */
export async function lockInterview(
  tx: Database,
  id: string,
  isAllowed: SQL | undefined,
): Promise<{ interview: InterviewRow; jobId: string }> {
  const [found] = await tx
    .select({ applicationId: applications.id })
    .from(interviews)
    .innerJoin(applications, eq(applications.id, interviews.applicationId))
    .where(and(eq(interviews.id, id), isAllowed));
  if (!found) throw notFound(text('interviews.notFound'));
  const [application] = await tx
    .select({ jobId: applications.jobId, withdrawnAt: applications.withdrawnAt })
    .from(applications)
    .where(eq(applications.id, found.applicationId))
    .for('update');
  const [interview] = await tx
    .select({ ...getTableColumns(interviews), status: statusNow })
    .from(interviews)
    .where(eq(interviews.id, id))
    .for('update');
  if (!application || application.withdrawnAt || !interview) throw notFound(text('interviews.notFound'));
  return { interview, jobId: application.jobId };
}

/** @throws conflict */
export function assertOpen({ status }: Pick<InterviewRow, 'status'>): void {
  if (!openInterviewStatuses.some((openStatus) => openStatus === status)) throw conflict(text('interviews.noLongerOpen'));
}
