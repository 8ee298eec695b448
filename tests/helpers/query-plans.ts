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
export type RecordingDatabase = OpenDatabase & {
  /** Returns the statements that `work` sends. */
  recordStatements: (work: () => Promise<unknown>) => Promise<Statement[]>;
  getPlan: (statement: Statement) => Promise<PlanNode>;
  /** Returns the generic plan of a statement, which PostgreSQL eventually uses for a prepared statement. */
  getGenericPlan: (statement: Statement) => Promise<PlanNode>;
  /** Returns the plans of all statements that `work` sends. It fails if `work` sends none. */
  getPlans: (work: () => Promise<unknown>) => Promise<PlanNode[]>;
};

/** Opens a test database that records. Run `vacuum analyze` after filling tables, because plans depend on statistics. */
export async function openRecordingDatabase(): Promise<RecordingDatabase> {
  let statements: Statement[] = [];
  const database = await openTestDatabase({ onStatement: (text, parameters) => statements.push({ text, parameters }) });
  const recordStatements = async (work: () => Promise<unknown>) => {
    statements = [];
    await work();
    expect(statements.length).toBeGreaterThan(0);
    return statements;
  };
  const getPlan = ({ text, parameters }: Statement) => explain(database, text, parameters);
  const getPlans = async (work: () => Promise<unknown>) => Promise.all((await recordStatements(work)).map(getPlan));
  const getGenericPlan = (statement: Statement) => explainGenericPlan(database, statement);
  return { ...database, recordStatements, getPlan, getGenericPlan, getPlans };
}

async function explain({ sql }: OpenDatabase, text: string, parameters: unknown[]): Promise<PlanNode> {
  const [row] = await sql.unsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(`explain (format json) ${text}`, parameters as never, {
    prepare: false,
  });
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error(`No plan for ${text}`);
  return plan;
}

async function explainGenericPlan({ sql }: OpenDatabase, { text, parameters }: Statement): Promise<PlanNode> {
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

/** Returns a function that finds the large tables that `work` reads completely. */
export const createFullScanFinder =
  (database: () => RecordingDatabase, largeTables: readonly string[]) =>
  async (work: () => Promise<unknown>): Promise<string[]> =>
    (await database().getPlans(work)).flatMap((plan) => findFullScans(plan, largeTables));

/** Finds the large tables that a plan reads completely. */
export const findFullScans = (plan: PlanNode, largeTables: readonly string[]): string[] =>
  listNodes(plan)
    .filter((node) => node['Node Type'].endsWith('Seq Scan'))
    .map((node) => node['Relation Name'] ?? '')
    .filter((relation) => largeTables.includes(relation));

/** Returns the indexes that a plan uses to read a table. */
export const findIndexes = (plan: PlanNode, table: string): string[] =>
  listNodes(plan)
    .filter((node) => node['Relation Name'] === table)
    .map((node) => node['Index Name'] ?? node['Node Type']);

/** Returns all indexes that a plan uses, including those of bitmap scans. */
export const findAllIndexes = (plan: PlanNode): string[] => listNodes(plan).flatMap((node) => node['Index Name'] ?? []);

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

/** Creates a list filter with a single condition. */
export const makeFilter = (field: string, operator: string, value: string | string[] | number) => ({
  and: [{ field, operator, value }],
});
export const makeOrders = (field: string, direction: 'asc' | 'desc' = 'asc') => [{ field, direction }];

/** Creates a scope without a request. With null it includes every company, as for administrators. */
export const makeScope = (companyId: string | null) => ({ companyId }) as CompanyScope;
