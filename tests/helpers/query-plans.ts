import { expect } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/** A node of a plan, as `explain (format json)` answers it. */
export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
};
export type Statement = { text: string; parameters: unknown[] };

/** A database that keeps what is sent to it, so that the plans of a piece of work can be asked for. */
export type WatchedDatabase = OpenDatabase & {
  /** What `work` sends. */
  statementsOf: (work: () => Promise<unknown>) => Promise<Statement[]>;
  planOf: (statement: Statement) => Promise<PlanNode>;
  /** The plan of a statement for whatever values: the one that a prepared statement settles on. */
  genericPlanOf: (statement: Statement) => Promise<PlanNode>;
  /** The plans of all that `work` sends, which is at least one statement. */
  plansOf: (work: () => Promise<unknown>) => Promise<PlanNode[]>;
};

/** A test database that watches. The plans are those of the tables' statistics: `vacuum analyze` after filling them. */
export async function openWatchedDatabase(): Promise<WatchedDatabase> {
  let seen: Statement[] = [];
  const database = await openTestDatabase({ onStatement: (text, parameters) => seen.push({ text, parameters }) });
  const statementsOf = async (work: () => Promise<unknown>) => {
    seen = [];
    await work();
    expect(seen.length).toBeGreaterThan(0);
    return seen;
  };
  const planOf = ({ text, parameters }: Statement) => explain(database, text, parameters);
  const plansOf = async (work: () => Promise<unknown>) => Promise.all((await statementsOf(work)).map(planOf));
  const genericPlanOf = (statement: Statement) => explainForAny(database, statement);
  return { ...database, statementsOf, planOf, genericPlanOf, plansOf };
}

async function explain({ sql }: OpenDatabase, text: string, parameters: unknown[]): Promise<PlanNode> {
  const [row] = await sql.unsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(`explain (format json) ${text}`, parameters as never, {
    prepare: false,
  });
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error(`No plan for ${text}`);
  return plan;
}

async function explainForAny({ sql }: OpenDatabase, { text, parameters }: Statement): Promise<PlanNode> {
  return sql.begin(async (tx) => {
    await tx.unsafe(`prepare asked as ${text}`);
    await tx`set local plan_cache_mode = force_generic_plan`;
    const values = parameters.map((value) => `'${String(value).replaceAll("'", "''")}'`).join(', ');
    const [row] = await tx.unsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(`explain (format json) execute asked (${values})`);
    await tx.unsafe('deallocate asked');
    const plan = row?.['QUERY PLAN'][0]?.Plan;
    if (!plan) throw new Error(`No plan for ${text}`);
    return plan;
  });
}

/** A question to a database about tables that are big: which of them does this work read from end to end? */
export const wholeReadsOf =
  (database: () => WatchedDatabase, big: readonly string[]) =>
  async (work: () => Promise<unknown>): Promise<string[]> =>
    (await database().plansOf(work)).flatMap((plan) => wholeReads(plan, big));

/** The big tables that a plan reads from end to end. */
export const wholeReads = (plan: PlanNode, big: readonly string[]): string[] =>
  nodesOf(plan)
    .filter((node) => node['Node Type'].endsWith('Seq Scan'))
    .map((node) => node['Relation Name'] ?? '')
    .filter((relation) => big.includes(relation));

/** The indexes by which a plan reads a table. */
export const indexesOf = (plan: PlanNode, table: string): string[] =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] === table)
    .map((node) => node['Index Name'] ?? node['Node Type']);

/** The indexes by which a plan reads anything, those of a bitmap among them. */
export const allIndexesOf = (plan: PlanNode): string[] => nodesOf(plan).flatMap((node) => node['Index Name'] ?? []);

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** A list's single condition, and its single order. */
export const filters = (field: string, operator: string, value: string | string[] | number) => ({
  and: [{ field, operator, value }],
});
export const orders = (field: string, direction: 'asc' | 'desc' = 'asc') => [{ field, direction }];

/** A scope that no request has proven; null sees every company, as an admin does. */
export const scopeOf = (companyId: string | null) => ({ companyId }) as CompanyScope;
