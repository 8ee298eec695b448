import { desc, eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { assertPublic, isPublic } from '#server/jobs/public-columns.ts';
import { findEarlierAnswers } from '#shared/applicants/screening.ts';
import type { EarlierAnswers } from '#shared/drivers/earlier-answers.ts';

/** An older answer may no longer be true. */
const maxApplications = 20;

/**
 * What the driver answered before to questions that the job asks in the same words
 * (`docs/product/drivers.md#filling-in-from-an-earlier-application`). The answers are those of one application, the latest that has
 * any. An application without such an answer is returned if the driver wrote a message in it.
 * @throws not_found or gone if the job is not public
 */
export async function readEarlierAnswers(db: Database, driverId: string, jobId: string): Promise<EarlierAnswers | null> {
  const [job] = await db
    .select({
      isPublic,
      status: jobs.status,
      postingDate: jobs.postingDate,
      expirationDate: jobs.expirationDate,
      questions: jobs.screeningQuestions,
    })
    .from(jobs)
    .where(eq(jobs.id, jobId));
  assertPublic(job);
  const rows = await db
    .select({
      companyName: companies.companyName,
      message: applications.message,
      answers: applications.screeningAnswers,
      questions: jobs.screeningQuestions,
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .innerJoin(companies, eq(companies.id, applications.companyId))
    .where(eq(applications.driverId, driverId))
    .orderBy(desc(applications.applicationAt), desc(applications.id))
    .limit(maxApplications);
  const earlier = rows.map(({ companyName, message, answers, questions }) => ({
    companyName,
    message,
    answers: findEarlierAnswers(job.questions, { answers, questions }),
  }));
  return earlier.find(({ answers }) => answers.length > 0) ?? earlier.find(({ message }) => message) ?? null;
}
