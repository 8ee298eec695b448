import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import type { Language } from '#shared/texts/texts.ts';
import { notifyAboutApplicant, type Person } from './notify.ts';
import { mailByChoice } from './send-digests.ts';

type Mention = { applicationId: string; authorId: string; note: string; language: Language };

/** Notifies people at the company, as each of them chose, that a note about an applicant mentions them. */
export async function notifyMentions(
  tx: Database,
  readers: readonly Person[],
  { applicationId, authorId, note, language }: Mention,
): Promise<void> {
  if (readers.length === 0) return;
  const [[application], [author]] = await Promise.all([
    tx
      .select({ companyId: applications.companyId, jobId: jobs.id, title: jobs.title, applicant: applications.fullName })
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.jobId))
      .where(eq(applications.id, applicationId)),
    tx.select({ name: users.fullName }).from(users).where(eq(users.id, authorId)),
  ]);
  if (!application || !author) return;
  const { companyId, jobId, title, applicant } = application;
  for (const reader of readers)
    await mailByChoice(
      tx,
      reader,
      { kind: 'mention', companyId, jobId },
      {
        template: 'mention',
        data: { firstName: reader.firstName, author: author.name, applicant, title, note, applicationId },
        language,
      },
    );
  await notifyAboutApplicant(tx, readers, { companyId, applicationId }, { kind: 'mention', data: { applicant, title } });
}
