import { and, desc, eq, max, min, or, type SQL, sql, count } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { visibleColumns } from '#server/access/application-columns.ts';
import type { Database } from '#server/db/open.ts';
import { folded, foldedContains } from '#server/lists/conditions.ts';
import type { OwnCompany } from '#server/trpc.ts';
import { maxAskedQuestions, type PublicQuestion, type Question, toPublicQuestion } from '#shared/applicants/screening.ts';
import type { Condition } from '#shared/lists/list.ts';
import type { Operator } from '#shared/lists/paging.ts';

/**
 * The questions that a company's jobs ask, or that one of them asks: those of most jobs first, then those of the newest. A question
 * that jobs ask in different words has those of the newest, and the choices of all.
 */
export async function readAskedQuestions(
  db: Database,
  { companyId, jobId }: OwnCompany & { jobId: string | undefined },
): Promise<PublicQuestion[]> {
  const newest = sql`array_agg(asked.question order by ${jobs.createdAt} desc)`;
  const rows = await db
    .select({
      question: sql<Question>`(${newest})[1]`,
      choicesOfAll: sql<string[][]>`jsonb_agg(distinct asked.question->'choices')`,
    })
    .from(jobs)
    .crossJoinLateral(sql`jsonb_array_elements(${jobs.screeningQuestions}) with ordinality asked(question, position)`)
    .where(and(eq(jobs.companyId, companyId), jobId === undefined ? undefined : eq(jobs.id, jobId)))
    .groupBy(sql`asked.question->>'id'`)
    .orderBy(desc(count()), desc(max(jobs.createdAt)), min(sql`asked.position`), sql`asked.question->>'id'`)
    .limit(maxAskedQuestions);
  return rows.map(({ question, choicesOfAll }) => ({
    ...toPublicQuestion(question),
    choices: [...new Set([...question.choices, ...choicesOfAll.flat()])],
  }));
}

/**
 * Filters by the answer to a question. Values have the type of the answer: true or false, a number, or a text. Null finds the
 * applicants who were asked and did not answer.
 */
export function matchAnswer(operator: Operator, value: Condition['value'], questionId: string): SQL {
  switch (operator) {
    case 'greater_than':
      return hasAnswer(questionId, '@.value > $value', { value });
    case 'less_than':
      return hasAnswer(questionId, '@.value < $value', { value });
    case 'between': {
      const [from, to] = [value].flat();
      const isSet = (bound: unknown) => typeof bound === 'number';
      const tests = [...(isSet(from) ? ['@.value >= $from'] : []), ...(isSet(to) ? ['@.value <= $to'] : [])];
      return tests.length > 0 ? hasAnswer(questionId, tests.join(' && '), { from, to }) : sql`true`;
    }
    case 'ilike':
      return foldedContains(foldedAnswer(questionId), String(value));
    case 'not_ilike':
      return sql`(${foldedContains(foldedAnswer(questionId), String(value))}) is not true`;
    default:
      return isOneOf(questionId, [value].flat());
  }
}

function isOneOf(questionId: string, values: readonly unknown[]): SQL {
  const texts = values.filter((value) => typeof value === 'string');
  const otherValues = values.filter((value) => typeof value !== 'string');
  const foldedTexts = sql.join(texts.map(folded), sql`, `);
  return (
    or(
      texts.length > 0 ? sql`${foldedAnswer(questionId)} in (${foldedTexts})` : undefined,
      // A list of values is compared with each of them.
      otherValues.length > 0 ? hasAnswer(questionId, '@.value == $otherValues', { otherValues }) : undefined,
    ) ?? sql`false`
  );
}

/** Whether the answer to a question passes a test in the language of JSON paths. */
const hasAnswer = (questionId: string, test: string, values: Record<string, unknown>): SQL =>
  sql`jsonb_path_exists(${visibleColumns.screeningAnswers}, ${`$[*] ? (@.questionId == $questionId && ${test})`}::jsonpath,
    ${JSON.stringify({ ...values, questionId })}::jsonb)`;

/** The answer to a question if it is a text, as filters compare it. */
const foldedAnswer = (questionId: string): SQL =>
  folded(sql`jsonb_path_query_first(${visibleColumns.screeningAnswers},
    '$[*] ? (@.questionId == $questionId && @.value.type() == "string").value', ${JSON.stringify({ questionId })}::jsonb) #>> '{}'`);
