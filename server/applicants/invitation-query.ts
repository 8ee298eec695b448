import { and, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { jobInvitations } from '#drizzle/schema/hiring.ts';
import type { Database } from '#server/db/open.ts';
import type { Candidate } from '#shared/matching/candidate.ts';

/**
 * Returns a function that tells whether a driver can be invited to apply for the job, has been invited, or has turned off
 * invitations.
 */
export async function readInvitations(
  db: Database,
  jobId: string,
  driverIds: readonly string[],
): Promise<(driverId: string) => Candidate['invitation']> {
  if (driverIds.length === 0) return () => 'possible';
  const rows = await db
    .select({
      id: users.id,
      isSent: sql<boolean>`${jobInvitations.id} is not null`,
      isOff: sql<boolean>`'job_invitation' = any(${users.mutedMails})`,
    })
    .from(users)
    .leftJoin(jobInvitations, and(eq(jobInvitations.driverId, users.id), eq(jobInvitations.jobId, jobId)))
    .where(inArray(users.id, [...driverIds]));
  const states = new Map(rows.map(({ id, isSent, isOff }) => [id, isSent ? 'sent' : isOff ? 'off' : 'possible'] as const));
  return (driverId) => states.get(driverId) ?? 'possible';
}
