import { sql } from 'drizzle-orm';
import { notifications } from '#drizzle/schema/notifications.ts';
import type { InboxKind } from '#shared/notifications.ts';
import type { Database } from '#server/db/open.ts';
import type { peopleOf } from './notify.ts';

const kind: InboxKind = 'new_application';

type News = {
  companyId: string;
  jobId: string;
  title: string;
  place: string;
};

/**
 * Tells a company's people in the app of a driver who applied. While a reader has not read of the applicants of a job, the
 * next ones are counted on the same line, which moves to the top. The line names no driver, so deleting one leaves nothing here.
 */
export async function notifyApplication(
  tx: Database,
  people: Awaited<ReturnType<typeof peopleOf>>,
  { companyId, jobId, title, place }: News,
): Promise<void> {
  if (people.length === 0) return;
  await tx
    .insert(notifications)
    .values(
      people.map(({ id }) => ({
        userId: id,
        companyId,
        kind,
        title: `New applicant for ${title}`,
        body: place,
        path: `/company/jobs/${jobId}/detail#applicants`,
        jobId,
      })),
    )
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.jobId],
      targetWhere: sql`kind = 'new_application' and read_at is null`,
      set: {
        id: sql`excluded.id`,
        createdAt: sql`excluded.created_at`,
        count: sql`${notifications.count} + 1`,
        title: sql`(${notifications.count} + 1)::text || ${` new applicants for ${title}`}::text`,
      },
    });
}
