import { type AnswerValue, buildStoredAnswers, type Question } from '#shared/applicants/screening.ts';
import type { Random } from './vocabulary.ts';

const question = { choices: [], isRequired: false, knockOut: null };

/** The screening questions of one demo job. */
export const createDemoQuestions = (random: Random, at: Date): Question[] => [
  {
    ...question,
    id: random.id(at),
    type: 'yes_no',
    text: 'Can you start within two weeks?',
    isRequired: true,
    knockOut: { answers: [false], below: null, above: null },
  },
  {
    ...question,
    id: random.id(at),
    type: 'number',
    text: 'How many years have you driven this type of truck?',
    knockOut: { answers: [], below: 1, above: null },
  },
  {
    ...question,
    id: random.id(at),
    type: 'choice',
    text: 'Which shift do you prefer?',
    choices: ['Day', 'Night', 'Either'],
  },
  { ...question, id: random.id(at), type: 'yes_no', text: 'Have you worked in our area before?' },
];

/** What the n-th demo applicant answers. Some answers are flagged, and some questions are not answered. */
export function answerDemoQuestions(questions: readonly Question[], n: number) {
  const values: readonly (AnswerValue | null)[] = [
    n % 4 !== 3,
    n % 3 === 2 ? null : n,
    ['Day', 'Night', 'Either'][n % 3] ?? null,
    n % 2 === 0 ? true : null,
  ];
  const answers = questions.map(({ id: questionId }, index) => ({ questionId, value: values[index] ?? null }));
  const screeningAnswers = buildStoredAnswers(questions, answers);
  return { screeningAnswers, isFlagged: screeningAnswers.some((answer) => answer.isFlagged) };
}
