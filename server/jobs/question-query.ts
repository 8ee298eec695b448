import { eq } from 'drizzle-orm';
import { questionLibraries } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import type { OwnCompany } from '#server/trpc.ts';
import { writeTradeQuestions } from '#shared/applicants/question-library.ts';
import type { Question } from '#shared/applicants/screening.ts';
import type { Language } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';

/** The company's own library, or the trade's questions if it has not changed them (`docs/product/screening.md#library`). */
export async function readQuestionLibrary(db: Database, { companyId }: OwnCompany, language: Language): Promise<Question[]> {
  const [library] = await db
    .select({ questions: questionLibraries.questions })
    .from(questionLibraries)
    .where(eq(questionLibraries.companyId, companyId));
  return library?.questions ?? writeTradeQuestions(writerIn(language));
}
