/** Questions that a job asks its applicants (`docs/product/screening.md`). */
import * as z from 'zod/mini';
import { codes, type Entry } from '#shared/catalogues.ts';
import { idField, isUuid, lineField } from '#shared/fields.ts';
import { foldText } from '#shared/fold-text.ts';
import * as format from '#shared/format.ts';
import { yesOrNo } from '#shared/resource.ts';
import { text, type TextKey, type TextWriter } from '#shared/texts/texts.ts';

const entries = <const Code extends string>(...list: Entry<Code>[]) => list;

export const questionTypes = entries(
  { code: 'yes_no', label: text('screening.yesNo') },
  { code: 'number', label: text('screening.number') },
  { code: 'choice', label: text('screening.choice') },
  { code: 'text', label: text('screening.shortText') },
);
export type QuestionType = (typeof questionTypes)[number]['code'];

export const maxQuestions = 8;
export const maxQuestionText = 200;
export const minChoices = 2;
export const maxChoices = 10;
export const maxChoiceText = 100;
export const maxAnswerText = 500;
const maxAnswerNumber = 1_000_000;

const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;

/** Refuses half of a surrogate pair, because it cannot be stored as JSON. */
const wellFormed = z.refine<string>((line) => line.isWellFormed(), 'errors.hasControlCharacters');

const questionIdField = z.string().check(z.refine(isUuid, 'errors.valueInvalid'));
const numberField = z
  .number('screening.enterNumber')
  .check(z.gte(-maxAnswerNumber, 'screening.numberTooLarge'), z.lte(maxAnswerNumber, 'screening.numberTooLarge'));
const typeField = z.enum(codes(questionTypes), 'screening.chooseType');

/** Empty choices are dropped, so that an empty line in the form does no harm. */
const choicesField = z.pipe(
  z.pipe(
    z.array(z.string()).check(z.maxLength(maxChoices * 2, 'screening.tooManyChoices')),
    z.transform((choices: string[]) => choices.map((choice) => choice.trim()).filter(Boolean)),
  ),
  z.array(lineField(1, maxChoiceText).check(wellFormed)).check(z.maxLength(maxChoices, 'screening.tooManyChoices')),
);

/** Flags an answer that is one of `answers`, or a number below or above a limit. It never refuses an application. */
const knockOutField = z.object({
  /** True or false for yes and no, or some of the choices. */
  answers: z._default(z.array(z.union([z.boolean(), z.string().check(z.trim())])).check(z.maxLength(maxChoices)), []),
  below: z._default(z.nullable(numberField), null),
  above: z._default(z.nullable(numberField), null),
});
export type KnockOut = z.infer<typeof knockOutField>;

type QuestionRule = { type: QuestionType; choices: string[]; knockOut?: KnockOut | null | undefined };

/** Whether a rule fits the type of its question: yes or no, some of the choices, or limits. A short text has no rule. */
function isValidRule({ type, choices, knockOut }: QuestionRule): boolean {
  if (!knockOut) return true;
  const { answers, below, above } = knockOut;
  const hasLimits = below !== null || above !== null;
  if (type === 'number') return answers.length === 0 && hasLimits;
  if (hasLimits || answers.length === 0 || !isDistinct(answers)) return false;
  if (type === 'yes_no') return answers.every((answer) => typeof answer === 'boolean');
  return type === 'choice' && answers.every((answer) => typeof answer === 'string' && choices.includes(answer));
}

/** A question without an id is new. */
export const questionRequest = z
  .object({
    id: z.optional(questionIdField),
    type: typeField,
    text: lineField(2, maxQuestionText, 'screening.enterQuestion').check(wellFormed),
    choices: z._default(choicesField, []),
    isRequired: z._default(z.boolean(), false),
    knockOut: z._default(z.nullable(knockOutField), null),
  })
  .check(
    z.refine(({ type, choices }) => type !== 'choice' || choices.length >= minChoices, {
      message: 'screening.tooFewChoices',
      path: ['choices'],
    }),
    z.refine(({ type, choices }) => type === 'choice' || choices.length === 0, {
      message: 'screening.choicesOnlyForChoice',
      path: ['choices'],
    }),
    z.refine(({ choices }) => isDistinct(choices), { message: 'screening.duplicateChoices', path: ['choices'] }),
    z.refine(isValidRule, { message: 'screening.ruleDoesntFit', path: ['knockOut'] }),
    z.refine(({ knockOut }) => !knockOut || knockOut.below === null || (knockOut.above ?? Infinity) >= knockOut.below, {
      message: 'screening.limitsCrossed',
      path: ['knockOut'],
    }),
  );

/** The questions of a job, in order. */
export const questionsField = z.array(questionRequest).check(
  z.maxLength(maxQuestions, 'screening.tooManyQuestions'),
  z.refine((list) => isDistinct(list.flatMap(({ id }) => (id ? [id.toLowerCase()] : []))), 'screening.duplicateQuestion'),
);
export type QuestionRequest = z.infer<typeof questionRequest>;

/** What drivers see of a question. It never contains the rule. */
export const publicQuestionSchema = z.object({
  id: z.string(),
  type: typeField,
  text: z.string(),
  choices: z.array(z.string()),
  isRequired: z.boolean(),
});
export type PublicQuestion = z.infer<typeof publicQuestionSchema>;

export const questionSchema = z.extend(publicQuestionSchema, {
  knockOut: z.nullable(
    z.object({
      answers: z.array(z.union([z.boolean(), z.string()])),
      below: z.nullable(z.number()),
      above: z.nullable(z.number()),
    }),
  ),
});
export type Question = z.infer<typeof questionSchema>;

/** The question without its rule. */
export const toPublicQuestion = ({ knockOut: _rule, ...question }: Question): PublicQuestion => question;

/** Gives every new question an id. */
export const withQuestionIds = (requests: readonly QuestionRequest[], newId: () => string): Question[] =>
  requests.map(({ id = newId(), ...question }) => ({ ...question, id: id.toLowerCase() }));

export const answerValue = z.union([z.boolean(), z.number(), z.string()], 'screening.answerInvalid');
export type AnswerValue = z.infer<typeof answerValue>;

/** A driver's answers: true or false, a number, one of the choices, or text. Null or a missing entry means no answer. */
export const answersField = z
  .array(z.object({ questionId: z.string().check(z.maxLength(64)), value: z.nullable(answerValue) }))
  .check(z.maxLength(maxQuestions * 2, 'screening.questionsChanged'));
export type AnswerRequest = z.infer<typeof answersField>[number];

/** An answer as it is stored with the application, with the question as it was asked. */
export const screeningAnswerSchema = z.object({
  questionId: z.string(),
  type: typeField,
  text: z.string(),
  /** Null if the driver did not answer. */
  value: z.nullable(answerValue),
  /** Whether the job's rule flagged the answer. Only the company sees it. */
  isFlagged: z.boolean(),
});
export type ScreeningAnswer = z.infer<typeof screeningAnswerSchema>;

const answerText = lineField(0, maxAnswerText).check(wellFormed);

/** Trims a text answer. An empty text counts as no answer. */
const trimAnswer = (value: unknown): unknown => (typeof value === 'string' ? value.trim() || null : (value ?? null));

/** The error of an answer to a question, or null if the answer is valid. */
export function answerProblem(
  { type, choices, isRequired }: PublicQuestion,
  submittedValue: unknown,
): TextKey<'screening'> | null {
  const value = trimAnswer(submittedValue);
  if (value === null) return isRequired ? 'screening.answerRequired' : null;
  switch (type) {
    case 'yes_no':
      return typeof value === 'boolean' ? null : 'screening.answerYesNo';
    case 'number':
      return numberField.safeParse(value).success ? null : 'screening.numberTooLarge';
    case 'choice':
      return typeof value === 'string' && choices.includes(value) ? null : 'screening.answerChoice';
    case 'text':
      return answerText.safeParse(value).success ? null : 'screening.answerText';
  }
}

/** The field name for an error about an answer. Without an id, the error is about all answers. */
export const answerPath = (id?: string): string => (id ? `screeningAnswers.${id}` : 'screeningAnswers');

/** The errors of a driver's answers to the questions of a job, by field. */
export function answerProblems(
  questions: readonly PublicQuestion[],
  answers: readonly AnswerRequest[],
): { field: string; message: TextKey<'screening'> }[] {
  const questionIds = new Set(questions.map(({ id }) => id));
  const ids = answers.map(({ questionId: id }) => id);
  const generalProblems = [
    ...(ids.every((id) => questionIds.has(id)) ? [] : (['screening.questionsChanged'] as const)),
    ...(isDistinct(ids) ? [] : (['screening.answeredTwice'] as const)),
  ].map((message) => ({ field: answerPath(), message }));
  const questionProblems = questions.flatMap((question) => {
    const message = answerProblem(question, answers.find(({ questionId: id }) => id === question.id)?.value);
    return message ? [{ field: answerPath(question.id), message }] : [];
  });
  return [...generalProblems, ...questionProblems];
}

/** Whether the rule of a question flags an answer. A missing answer is never flagged. */
export function isKnockedOut({ knockOut }: Pick<Question, 'knockOut'>, value: AnswerValue | null): boolean {
  if (!knockOut || value === null) return false;
  if (typeof value !== 'number') return knockOut.answers.includes(value);
  return (knockOut.below !== null && value < knockOut.below) || (knockOut.above !== null && value > knockOut.above);
}

/** The answers to store with an application: every question of the job, answered or not. */
export function buildStoredAnswers(questions: readonly Question[], answers: readonly AnswerRequest[]): ScreeningAnswer[] {
  return questions.map((question) => {
    const submittedValue = answers.find(({ questionId: id }) => id === question.id)?.value ?? null;
    const value = trimAnswer(submittedValue) as AnswerValue | null;
    const { id, type, text: words } = question;
    return { questionId: id, type, text: words, value, isFlagged: isKnockedOut(question, value) };
  });
}

/** The answers of an application, and what its job asks today. */
type EarlierAnswers = { answers: readonly ScreeningAnswer[]; questions: readonly PublicQuestion[] };

const isSameText = (one: string, other: string) => foldText(one.trim()) === foldText(other.trim());
const hasSameChoices = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((choice) => other.includes(choice));

/**
 * The answers of an earlier application to the questions that are asked again: of the same type, in the same words, with the same
 * choices. The application does not keep the choices, so a question that was removed or changed since then has none to compare.
 */
export function findEarlierAnswers(questions: readonly PublicQuestion[], earlier: EarlierAnswers) {
  return questions.flatMap((question) => {
    const answer = earlier.answers.find(({ type, text: words }) => type === question.type && isSameText(words, question.text));
    if (!answer || answer.value === null || answerProblem(question, answer.value)) return [];
    const earlierChoices = earlier.questions.find(({ id }) => id === answer.questionId)?.choices ?? [];
    if (question.type === 'choice' && !hasSameChoices(question.choices, earlierChoices)) return [];
    return [{ questionId: question.id, value: answer.value }];
  });
}

/** An answer as people read it. */
export function formatAnswer({ value }: Pick<ScreeningAnswer, 'value'>, write: TextWriter): string {
  if (value === null) return write(text('hiring.notAnswered'));
  if (typeof value === 'boolean') return write(yesOrNo(value));
  return typeof value === 'number' ? format.formatsIn(write.language).number(value) : value;
}

/** All answers in one text, such as a cell of a CSV file. */
export const answersText = (answers: readonly ScreeningAnswer[], write: TextWriter): string =>
  answers.map((answer) => `${answer.text}: ${formatAnswer(answer, write)}`).join('\n');

/** The name of the filter for the answers to one question: `answer.{id of the question}`. */
export const answerField = 'answer';
export const answerFilterName = (questionId: string): string => `${answerField}.${questionId}`;

/** The questions that the jobs of a company, or one job, ask their applicants. */
export const askedQuestionsInput = z.object({ companyId: z.optional(idField), jobId: z.optional(idField) });
export const askedQuestionsSchema = z.array(publicQuestionSchema);
/** With more questions, the list of filters would be too long to read. */
export const maxAskedQuestions = 100;
