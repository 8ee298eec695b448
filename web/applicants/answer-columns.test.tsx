import { describe, expect, test } from 'vitest';
import type { PublicQuestion, QuestionType } from '#shared/applicants/screening.ts';
import type { GridFilter } from '#web/ui/grid/grid-state.ts';
import { answerColumns } from './answer-columns.tsx';

const ask = (type: QuestionType): PublicQuestion => ({
  id: type,
  type,
  text: `${type}?`,
  choices: type === 'choice' ? ['Day', 'Night'] : [],
  isRequired: true,
});

describe('the columns of answers', () => {
  test('are hidden at first, and filter by what the question asks for', () => {
    const columns = answerColumns([ask('yes_no'), ask('number'), ask('choice'), ask('text')]);
    expect(columns.map(({ id, header, isExtra, filter }) => [id, header, isExtra, filter?.kind])).toEqual([
      ['answer.yes_no', 'yes_no?', true, 'flag'],
      ['answer.number', 'number?', true, 'number'],
      ['answer.choice', 'choice?', true, 'enum'],
      ['answer.text', 'text?', true, 'text'],
    ]);
    expect(columns[2]?.filter?.options?.map(({ value }) => value)).toEqual(['Day', 'Night']);
  });

  test.each<[GridFilter[1], GridFilter[2], string]>([
    ['equals', true, 'flag'],
    ['between', [1, null], 'number'],
    ['in', ['Day'], 'enum'],
    ['ilike', 'pay', 'text'],
    ['not_ilike', 'pay', 'text'],
    ['equals', 'pay', 'text'],
  ])('include a filter for a question that jobs have stopped asking: %s %j', (operator, value, kind) => {
    const columns = answerColumns(
      [ask('text')],
      [
        ['stage', 'in', ['new']],
        ['answer.gone', operator, value],
      ],
    );
    expect(columns.map(({ id, filter }) => [id, filter?.kind])).toEqual([
      ['answer.text', 'text'],
      ['answer.gone', kind],
    ]);
  });
});
