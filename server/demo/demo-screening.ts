import { tradeQuestionId, writeTradeQuestions } from '#shared/applicants/question-library.ts';
import { type AnswerValue, buildStoredAnswers, type Question } from '#shared/applicants/screening.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import type { Random } from './vocabulary.ts';

const noRule = { answers: [], below: null, above: null };
const tradeQuestions = writeTradeQuestions(writerIn('en'));

/** The library of the demo company: the trade's questions, with a limit for accidents, and one question of its own. */
export const createDemoLibrary = (random: Random, at: Date): Question[] => [
  ...tradeQuestions.map((question) =>
    question.id === tradeQuestionId('accidents') ? { ...question, knockOut: { ...noRule, above: 2 } } : question,
  ),
  {
    id: random.id(at),
    type: 'choice',
    text: 'Which shift do you prefer?',
    choices: ['Day', 'Night', 'Either'],
    isRequired: false,
    knockOut: null,
  },
];

/** The questions of one demo job: some of the trade's, and the company's own. */
export function pickDemoQuestions(library: readonly Question[]): Question[] {
  const pickedIds = (['monthsDriven', 'accidents', 'twic', 'start'] as const).map(tradeQuestionId);
  const isOwn = ({ id }: Question) => tradeQuestions.every((question) => question.id !== id);
  return library.filter((question) => pickedIds.includes(question.id) || isOwn(question));
}

/** What the n-th demo applicant answers. Some answers are flagged, and some questions are not answered. */
export function answerDemoQuestions(questions: readonly Question[], n: number) {
  const answers = questions.map((question, index) => ({
    questionId: question.id,
    value: answerDemoQuestion(question, n + index),
  }));
  const screeningAnswers = buildStoredAnswers(questions, answers);
  return { screeningAnswers, isFlagged: screeningAnswers.some((answer) => answer.isFlagged) };
}

function answerDemoQuestion({ type, choices, isRequired, knockOut }: Question, n: number): AnswerValue | null {
  if (!isRequired && n % 3 === 2) return null;
  switch (type) {
    case 'yes_no':
      return n % 4 !== 3;
    case 'number':
      return knockOut ? n % 4 : 12 - (n % 7);
    case 'choice':
      return choices[n % choices.length] ?? null;
    case 'text':
      return '68102';
  }
}
