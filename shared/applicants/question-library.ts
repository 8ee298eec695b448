/** The questions that a company picks from when it writes a job (`docs/product/screening.md#library`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { foldText } from '#shared/fold-text.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';
import { type KnockOut, type Question, questionRequest, questionSchema, type QuestionType } from './screening.ts';

export const maxLibraryQuestions = 50;

type TradeQuestion = { id: string; type: QuestionType; text: Text; choices?: readonly Text[]; knockOut?: KnockOut };

/**
 * What carriers ask before a call. They are offered, and never asked unless a company adds them to a job. The ids stay, because
 * filters and saved views name a question by its id.
 */
const tradeQuestions = {
  monthsDriven: { id: '019e0000-0000-7000-8000-000000000001', type: 'number', text: text('screening.tradeMonths') },
  accidents: { id: '019e0000-0000-7000-8000-000000000002', type: 'number', text: text('screening.tradeAccidents') },
  violations: { id: '019e0000-0000-7000-8000-000000000003', type: 'number', text: text('screening.tradeViolations') },
  returnToDuty: {
    id: '019e0000-0000-7000-8000-000000000004',
    type: 'yes_no',
    text: text('screening.tradeReturnToDuty'),
    knockOut: { answers: [true], below: null, above: null },
  },
  twic: { id: '019e0000-0000-7000-8000-000000000005', type: 'yes_no', text: text('screening.tradeTwic') },
  manual: { id: '019e0000-0000-7000-8000-000000000006', type: 'yes_no', text: text('screening.tradeManual') },
  start: {
    id: '019e0000-0000-7000-8000-000000000007',
    type: 'choice',
    text: text('screening.tradeStart'),
    choices: [
      text('screening.startNow'),
      text('screening.startWithinWeek'),
      text('screening.startWithinTwoWeeks'),
      text('screening.startWithinMonth'),
      text('screening.startLater'),
    ],
  },
  zipCode: { id: '019e0000-0000-7000-8000-000000000008', type: 'text', text: text('screening.tradeZipCode') },
} as const satisfies Record<string, TradeQuestion>;

export const tradeQuestionId = (name: keyof typeof tradeQuestions): string => tradeQuestions[name].id;

/** The library of a company that has not changed it. */
export const writeTradeQuestions = (write: TextWriter): Question[] =>
  Object.values<TradeQuestion>(tradeQuestions).map(({ id, type, text: words, choices = [], knockOut = null }) => ({
    id,
    type,
    text: write(words),
    choices: choices.map((choice) => write(choice)),
    isRequired: true,
    knockOut,
  }));

type SameQuestion = Pick<Question, 'id' | 'text'>;

/** Whether a library has a question: by its id, or by its text, without regard to case and accents. */
export const hasQuestion = (library: readonly SameQuestion[], { id, text: words }: SameQuestion): boolean =>
  library.some((question) => question.id === id || foldText(question.text.trim()) === foldText(words.trim()));

export const questionLibraryInput = z.object({ companyId: z.optional(idField) });
export const questionLibrarySchema = z.array(questionSchema);

/**
 * Adds a question, before the question `beforeId` or at the end. It keeps its id if it has one, as a question of a job does, so that a
 * filter finds the answers to both.
 */
export const addQuestionSchema = z.object({
  companyId: z.optional(idField),
  question: questionRequest,
  beforeId: z.optional(idField),
});
export type AddQuestion = z.infer<typeof addQuestionSchema>;

/** Replaces a question. Jobs that ask it do not change. */
export const updateQuestionSchema = z.object({ companyId: z.optional(idField), id: idField, question: questionRequest });
export type UpdateQuestion = z.infer<typeof updateQuestionSchema>;

export const deleteQuestionSchema = z.object({ companyId: z.optional(idField), id: idField });
