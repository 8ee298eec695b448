import { describe, expect, test } from 'vitest';
import { writerIn } from '#shared/texts/write-text.ts';
import {
  answerProblem,
  answerProblems,
  answersText,
  buildStoredAnswers,
  findEarlierAnswers,
  isKnockedOut,
  type PublicQuestion,
  publicQuestionSchema,
  type Question,
  questionsField,
  type ScreeningAnswer,
  withQuestionIds,
} from './screening.ts';

const id = (n: number) => `0192f0c1-7a5e-7c3a-9f6e-00000000000${n}`;
const noRule = { answers: [], below: null, above: null };

const tanker: Question = {
  id: id(1),
  type: 'yes_no',
  text: 'Do you have tanker experience?',
  choices: [],
  isRequired: true,
  knockOut: { ...noRule, answers: [false] },
};
const accidents: Question = {
  id: id(2),
  type: 'number',
  text: 'How many accidents in 3 years?',
  choices: [],
  isRequired: false,
  knockOut: { ...noRule, above: 2 },
};
const shift: Question = {
  id: id(3),
  type: 'choice',
  text: 'Which shift do you want?',
  choices: ['Day', 'Night', 'Either'],
  isRequired: false,
  knockOut: { ...noRule, answers: ['Day'] },
};
const start: Question = { ...tanker, id: id(4), type: 'text', text: 'When can you start?', isRequired: false, knockOut: null };

const problemOf = (question: unknown) => questionsField.safeParse([question]).error?.issues[0]?.message;

test('questions of every type are accepted, and a new question gets an id', () => {
  const parsed = questionsField.parse([tanker, accidents, shift, { type: 'text', text: 'Anything else?' }]);
  const stored = withQuestionIds(parsed, () => id(9));
  expect(stored.map((question) => question.id)).toEqual([id(1), id(2), id(3), id(9)]);
  expect(stored[3]).toMatchObject({ choices: [], isRequired: false, knockOut: null });
});

test('choices are trimmed, and empty lines are left out', () => {
  const [parsed] = questionsField.parse([{ ...shift, choices: [' Day ', '', 'Night'], knockOut: { answers: ['Day '] } }]);
  expect(parsed).toMatchObject({ choices: ['Day', 'Night'], knockOut: { answers: ['Day'] } });
});

test.each([
  [{ ...tanker, text: ' ' }, 'screening.enterQuestion'],
  [{ ...tanker, text: 'A half \ud800 pair' }, 'errors.hasControlCharacters'],
  [{ ...tanker, type: 'date' }, 'screening.chooseType'],
  [{ ...tanker, id: 'one' }, 'errors.valueInvalid'],
  [{ ...shift, choices: ['Day'], knockOut: null }, 'screening.tooFewChoices'],
  [{ ...shift, choices: ['Day', 'Day'], knockOut: null }, 'screening.duplicateChoices'],
  [{ ...shift, choices: Array.from({ length: 11 }, String), knockOut: null }, 'screening.tooManyChoices'],
  [{ ...tanker, choices: ['Day', 'Night'] }, 'screening.choicesOnlyForChoice'],
  [{ ...tanker, knockOut: { answers: ['Day'] } }, 'screening.ruleDoesntFit'],
  [{ ...tanker, knockOut: { below: 3 } }, 'screening.ruleDoesntFit'],
  [{ ...tanker, knockOut: {} }, 'screening.ruleDoesntFit'],
  [{ ...shift, knockOut: { answers: ['Weekend'] } }, 'screening.ruleDoesntFit'],
  [{ ...accidents, knockOut: { answers: [true] } }, 'screening.ruleDoesntFit'],
  [{ ...accidents, knockOut: { below: 3, above: 2 } }, 'screening.limitsCrossed'],
  [{ ...start, knockOut: { answers: ['Now'] } }, 'screening.ruleDoesntFit'],
])('a wrong question is refused: %j', (question, message) => {
  expect(problemOf(question)).toBe(message);
});

test('a job asks at most 8 questions, each once', () => {
  const ask = (count: number) => Array.from({ length: count }, () => ({ type: 'text', text: 'Why us?' }));
  expect(questionsField.safeParse(ask(8)).success).toBe(true);
  expect(questionsField.safeParse(ask(9)).error?.issues[0]?.message).toBe('screening.tooManyQuestions');
  expect(questionsField.safeParse([tanker, tanker]).error?.issues[0]?.message).toBe('screening.duplicateQuestion');
});

test('drivers do not get the rule of a question', () => {
  expect(publicQuestionSchema.parse(tanker)).not.toHaveProperty('knockOut');
});

test.each<[PublicQuestion, unknown, string | null]>([
  [tanker, true, null],
  [tanker, false, null],
  [tanker, null, 'screening.answerRequired'],
  [tanker, undefined, 'screening.answerRequired'],
  [tanker, 'yes', 'screening.answerYesNo'],
  [accidents, 0, null],
  [accidents, null, null],
  [accidents, '2', 'screening.numberTooLarge'],
  [accidents, Infinity, 'screening.numberTooLarge'],
  [shift, 'Night', null],
  [shift, 'Weekend', 'screening.answerChoice'],
  [shift, true, 'screening.answerChoice'],
  [start, 'Next week', null],
  [start, '  ', null],
  [start, 5, 'screening.answerText'],
  [start, 'x'.repeat(501), 'screening.answerText'],
  [start, 'A half \ud800 pair', 'screening.answerText'],
  [{ ...start, isRequired: true }, '  ', 'screening.answerRequired'],
])('an answer is checked against its question: %j %j', (question, value, problem) => {
  expect(answerProblem(question, value)).toBe(problem);
});

test('problems name the field, and answers to other questions are refused', () => {
  expect(answerProblems([tanker, shift], [{ questionId: shift.id, value: 'Weekend' }])).toEqual([
    { field: `screeningAnswers.${tanker.id}`, message: 'screening.answerRequired' },
    { field: `screeningAnswers.${shift.id}`, message: 'screening.answerChoice' },
  ]);
  expect(answerProblems([], [{ questionId: tanker.id, value: true }])).toEqual([
    { field: 'screeningAnswers', message: 'screening.questionsChanged' },
  ]);
  const twice = [true, false].map((value) => ({ questionId: tanker.id, value }));
  expect(answerProblems([tanker], twice)).toEqual([{ field: 'screeningAnswers', message: 'screening.answeredTwice' }]);
});

test.each([
  [tanker, false, true],
  [tanker, true, false],
  [accidents, 3, true],
  [accidents, 2, false],
  [{ ...accidents, knockOut: { ...noRule, below: 1 } }, 0, true],
  [shift, 'Day', true],
  [shift, 'Night', false],
  [start, 'Never', false],
])('a rule flags an answer: %j %j', (question, value, isFlagged) => {
  expect(isKnockedOut(question, value)).toBe(isFlagged);
  expect(isKnockedOut(question, null)).toBe(false);
});

test('stored answers keep the question as it was asked, also without an answer', () => {
  const stored = buildStoredAnswers([tanker, start], [{ questionId: tanker.id, value: false }]);
  expect(stored).toEqual([
    { questionId: tanker.id, type: 'yes_no', text: tanker.text, value: false, isFlagged: true },
    { questionId: start.id, type: 'text', text: start.text, value: null, isFlagged: false },
  ]);
  expect(answersText(stored, writerIn('en'))).toBe('Do you have tanker experience?: No\nWhen can you start?: Not answered');
});

describe('earlier answers', () => {
  const asked = (fields: Partial<Question>): Question => ({
    id: 'new',
    type: 'yes_no',
    text: 'Tanker experience?',
    choices: [],
    isRequired: false,
    knockOut: null,
    ...fields,
  });
  const stored = (fields: Partial<ScreeningAnswer>): ScreeningAnswer => ({
    questionId: 'old',
    type: 'yes_no',
    text: 'Tanker experience?',
    value: true,
    isFlagged: true,
    ...fields,
  });

  test('answer the same question, and never tell whether they were flagged', () => {
    expect(findEarlierAnswers([asked({ text: ' TANKER experience? ' })], { answers: [stored({})], questions: [] })).toEqual([
      { questionId: 'new', value: true },
    ]);
  });

  test.each<[string, Partial<Question>, Partial<ScreeningAnswer>]>([
    ['other words', { text: 'Reefer experience?' }, {}],
    ['another type', { type: 'text' }, {}],
    ['no answer', {}, { value: null }],
    ['an answer that is no longer valid', { type: 'number' }, { type: 'number', value: 1e9 }],
    ['a choice whose earlier question is gone', { type: 'choice', choices: ['A', 'B'] }, { type: 'choice', value: 'A' }],
  ])('leave out %s', (_case, question, answer) => {
    expect(findEarlierAnswers([asked(question)], { answers: [stored(answer)], questions: [] })).toEqual([]);
  });

  test('compare the choices without their order', () => {
    const choice = { type: 'choice', choices: ['A', 'B'] } as const;
    const earlier = (choices: string[]) => ({
      answers: [stored({ type: 'choice', value: 'A' })],
      questions: [asked({ ...choice, id: 'old', choices })],
    });
    expect(findEarlierAnswers([asked({ ...choice, choices: ['A', 'B'] })], earlier(['B', 'A']))).toHaveLength(1);
    expect(findEarlierAnswers([asked({ ...choice, choices: ['A', 'B'] })], earlier(['A', 'B', 'C']))).toHaveLength(0);
  });
});
