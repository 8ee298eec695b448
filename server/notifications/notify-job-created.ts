import { notifications } from '#drizzle/schema/notifications.ts';
import type { Database } from '#server/db/open.ts';
import type { InboxKind } from '#shared/notifications.ts';
import { peopleOf } from './notify.ts';
import { text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';

const kind: InboxKind = 'job_created';

type Created = { companyId: string; createdBy: string; jobs: readonly { id: string; title: string }[] };

/** Notifies a company's people in the app about unpaid jobs that staff created for them. */
export async function notifyJobCreated(tx: Database, { companyId, createdBy, jobs }: Created): Promise<void> {
  const people = await peopleOf(tx, [companyId]);
  const [first] = jobs;
  if (!first || people.length === 0 || people.some(({ id }) => id === createdBy)) return;
  await tx.insert(notifications).values(
    people.map(({ id }) => ({
      userId: id,
      companyId,
      kind,
      title: writeText(text('notifications.newJobToReview', { title: first.title, count: jobs.length }), 'en'),
      body: 'Haulboard created this for your company. It goes live after you pay for it.',
      path: `/company/jobs/${first.id}/detail`,
    })),
  );
}
