import { answerField, answerFilterName, formatAnswer, type PublicQuestion } from '#shared/applicants/screening.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { ColumnFilter, GridColumn } from '#web/ui/grid/columns.ts';
import { isTextOperator } from '#web/ui/grid/filter-values.ts';
import type { GridFilter } from '#web/ui/grid/grid-state.ts';
import type { Applicant } from './queries.ts';

/**
 * A column for the answers to each question, hidden until the user chooses it or filters by it. A filter can name another question,
 * because it is part of a saved view or a link, and jobs have stopped asking it.
 */
export function answerColumns(
  questions: readonly PublicQuestion[] | undefined,
  filters: readonly GridFilter[] = [],
): GridColumn<Applicant>[] {
  if (!questions) return [];
  const columns = questions.map((question) => answerColumn(question.id, question.text, filterFor(question)));
  const otherColumns = filters
    .filter(([field]) => field.startsWith(`${answerField}.`) && columns.every(({ id }) => id !== field))
    .map((filter) => {
      const questionId = filter[0].slice(answerField.length + 1);
      return answerColumn(questionId, t('screening.otherQuestion'), filterLike(filter));
    });
  return [...columns, ...otherColumns];
}

const answerColumn = (questionId: string, header: string, filter: ColumnFilter): GridColumn<Applicant> => ({
  id: answerFilterName(questionId),
  header,
  isExtra: true,
  isWide: true,
  cardRole: 'hidden',
  filter,
  cell: ({ screeningAnswers }) => {
    const answer = screeningAnswers.find((one) => one.questionId === questionId);
    return answer ? formatAnswer(answer, writeText) : '-';
  },
});

function filterFor({ type, choices }: PublicQuestion): ColumnFilter {
  switch (type) {
    case 'yes_no':
      return { kind: 'flag' };
    case 'number':
      return { kind: 'number' };
    case 'choice':
      return { kind: 'enum', options: choices.map((choice) => ({ value: choice, label: choice })) };
    case 'text':
      return { kind: 'text' };
  }
}

/** The kind of a filter whose question is unknown, by what it compares. */
function filterLike([, operator, value]: GridFilter): ColumnFilter {
  if (typeof value === 'boolean') return { kind: 'flag' };
  if (operator === 'in')
    return { kind: 'enum', options: [value].flat().map((choice) => ({ value: String(choice), label: String(choice) })) };
  return { kind: typeof value === 'string' && isTextOperator(operator) ? 'text' : 'number' };
}
