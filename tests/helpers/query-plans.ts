import { expect } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/** A node of a plan, as `explain (format json)` returns it. */
export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
};
export type Statement = { text: string; parameters: unknown[] };

/** A database that records its statements, so that their plans can be requested. */
export type WatchedDatabase = OpenDatabase & {
  /** The statements that `work` sends. */
  statementsOf: (work: () => Promise<unknown>) => Promise<Statement[]>;
  planOf: (statement: Statement) => Promise<PlanNode>;
  /** The generic plan of a statement, which a prepared statement eventually uses. */
  genericPlanOf: (statement: Statement) => Promise<PlanNode>;
  /** The plans of everything that `work` sends, which is at least one statement. */
  plansOf: (work: () => Promise<unknown>) => Promise<PlanNode[]>;
};

/** A recording test database. Plans depend on the tables' statistics, so run `vacuum analyze` after filling them. */
export async function openWatchedDatabase(): Promise<WatchedDatabase> {
  let statements: Statement[] = [];
  const database = await openTestDatabase({ onStatement: (text, parameters) => statements.push({ text, parameters }) });
  const statementsOf = async (work: () => Promise<unknown>) => {
    statements = [];
    await work();
    expect(statements.length).toBeGreaterThan(0);
    return statements;
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

/** Returns a function that finds the large tables that some work reads completely. */
export const fullScansOf =
  (database: () => WatchedDatabase, big: readonly string[]) =>
  async (work: () => Promise<unknown>): Promise<string[]> =>
    (await database().plansOf(work)).flatMap((plan) => fullScans(plan, big));

/** The large tables that a plan reads completely. */
export const fullScans = (plan: PlanNode, big: readonly string[]): string[] =>
  nodesOf(plan)
    .filter((node) => node['Node Type'].endsWith('Seq Scan'))
    .map((node) => node['Relation Name'] ?? '')
    .filter((relation) => big.includes(relation));

/** The indexes by which a plan reads a table. */
export const indexesOf = (plan: PlanNode, table: string): string[] =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] === table)
    .map((node) => node['Index Name'] ?? node['Node Type']);

/** All indexes of a plan, including those of bitmaps. */
export const allIndexesOf = (plan: PlanNode): string[] => nodesOf(plan).flatMap((node) => node['Index Name'] ?? []);

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** A single condition and a single order of a list. */
export const filters = (field: string, operator: string, value: string | string[] | number) => ({
  and: [{ field, operator, value }],
});
export const orders = (field: string, direction: 'asc' | 'desc' = 'asc') => [{ field, direction }];

/** A scope without a request. Null sees every company, as administrators do. */
export const scopeOf = (companyId: string | null) => ({ companyId }) as CompanyScope;
