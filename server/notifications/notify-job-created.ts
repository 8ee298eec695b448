import { notifications } from '#drizzle/schema/notifications.ts';
import type { Database } from '#server/db/open.ts';
import { type InboxData, peopleOf } from './notify.ts';

type Created = { companyId: string; createdBy: string; jobs: readonly { id: string; title: string }[] };

/** Notifies a company's people in the app about unpaid jobs that staff created for them. */
export async function notifyJobCreated(tx: Database, { companyId, createdBy, jobs }: Created): Promise<void> {
  const people = await peopleOf(tx, [companyId]);
  const [first] = jobs;
  if (!first || people.length === 0 || people.some(({ id }) => id === createdBy)) return;
  const data: InboxData['job_created'] = { title: first.title, jobs: jobs.length };
  await tx.insert(notifications).values(
    people.map(({ id }) => ({
      userId: id,
      companyId,
      kind: 'job_created' as const,
      data,
      path: `/company/jobs/${first.id}/detail`,
    })),
  );
}
