import { eq } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { questionLibraries } from '#drizzle/schema/jobs.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import {
  type AddQuestion,
  hasQuestion,
  maxLibraryQuestions,
  type UpdateQuestion,
  writeTradeQuestions,
} from '#shared/applicants/question-library.ts';
import { type Question, withQuestionIds } from '#shared/applicants/screening.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';

type Editor = { actor: ActingUser; language: Language };
type LibraryAction = 'question.add' | 'question.edit' | 'question.delete';

/**
 * Changes the library of a company. Two people who change it at the same time wait for each other. The first change stores the
 * trade's questions, in the language of the person who makes it.
 */
function changeLibrary(
  db: Database,
  { companyId }: OwnCompany,
  { actor, language }: Editor,
  action: LibraryAction,
  change: (questions: readonly Question[]) => { questions: Question[]; changed: Question },
): Promise<Question> {
  return db.transaction(async (tx) => {
    await tx
      .insert(questionLibraries)
      .values({ companyId, questions: writeTradeQuestions(writerIn(language)) })
      .onConflictDoNothing();
    const isOfCompany = eq(questionLibraries.companyId, companyId);
    const [library] = await tx
      .select({ questions: questionLibraries.questions })
      .from(questionLibraries)
      .where(isOfCompany)
      .for('update');
    const { questions, changed } = change(library?.questions ?? []);
    await tx.update(questionLibraries).set({ questions }).where(isOfCompany);
    const subject = { type: 'company', id: companyId } as const;
    await audit(tx, actor, { action, subject, companyId, detail: { question: changed.text } });
    return changed;
  });
}

/**
 * Adds a question to the library, before another one or at the end.
 * @throws conflict if the library is full or has the question
 */
export function addQuestion(
  db: Database,
  company: OwnCompany,
  editor: Editor,
  { question, beforeId }: Omit<AddQuestion, 'companyId'>,
): Promise<Question> {
  return changeLibrary(db, company, editor, 'question.add', (questions) => {
    if (questions.length >= maxLibraryQuestions) throw conflict(text('screening.libraryFull', { count: maxLibraryQuestions }));
    const changed = withId(question);
    if (hasQuestion(questions, changed)) throw conflict(text('screening.alreadyInLibrary'));
    const position = questions.findIndex(({ id }) => id === beforeId?.toLowerCase());
    return { questions: questions.toSpliced(position < 0 ? questions.length : position, 0, changed), changed };
  });
}

/**
 * Replaces a question of the library. Jobs that ask it do not change. Of two people who replace it, the last one wins.
 * @throws not found, or conflict if the library has another question with this text
 */
export function updateQuestion(
  db: Database,
  company: OwnCompany,
  editor: Editor,
  { id, question }: Pick<UpdateQuestion, 'id' | 'question'>,
): Promise<Question> {
  return changeLibrary(db, company, editor, 'question.edit', (questions) => {
    const { id: questionId } = findQuestion(questions, id);
    const changed = withId({ ...question, id: questionId });
    const others = questions.filter((other) => other.id !== questionId);
    if (hasQuestion(others, changed)) throw conflict(text('screening.alreadyInLibrary'));
    return { questions: questions.map((other) => (other.id === questionId ? changed : other)), changed };
  });
}

/**
 * Deletes a question of the library. Jobs that ask it, and the answers to it, stay.
 * @throws not found
 */
export async function deleteQuestion(
  db: Database,
  company: OwnCompany,
  editor: Editor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const deletedQuestion = await changeLibrary(db, company, editor, 'question.delete', (questions) => {
    const changed = findQuestion(questions, id);
    return { questions: questions.filter((other) => other.id !== changed.id), changed };
  });
  return { id: deletedQuestion.id };
}

function withId(request: AddQuestion['question']): Question {
  const [question] = withQuestionIds([request], newId);
  if (!question) throw new Error('The question got no id');
  return question;
}

function findQuestion(questions: readonly Question[], id: string): Question {
  const question = questions.find((one) => one.id === id.toLowerCase());
  if (!question) throw notFound(text('screening.questionNotFound'));
  return question;
}
