import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/open.ts';
import { unprepared } from '#server/db/prepare.ts';
import type { Order, Page, PageOf, Search } from '#shared/lists/list.ts';
import { maxListTotal } from '#shared/lists/paging.ts';
import { type ListFields, listWhere, orderSql, type Reader } from './conditions.ts';

const batchSize = 1000;

/**
 * Reads a list in batches, so that a slow reader holds no cursor and no connection. Each batch starts after the last row of
 * the previous one: `read` returns at most `limit` rows after `last` in the list's order.
 */
export async function* readInBatches<Row>(
  read: (last: Row | null, limit: number) => Promise<Row[]>,
  limit = batchSize,
): AsyncGenerator<Row[], void, undefined> {
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await read(last, limit);
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < limit || last === null) return;
  }
}

/** A list that people filter, sort and page through. */
export type List = {
  /**
   * The table, with the tables that filters and orders need. Join them with `left join` on their primary key:
   * PostgreSQL then skips the join when a request doesn't use it.
   */
  from: PgTable | SQL;
  id: AnyPgColumn;
  fields: ListFields;
  /** The order if the request does not contain one. */
  defaultOrder: readonly Order[];
  /** The condition that applies before filters, such as the company or the job. */
  where?: SQL | undefined;
};

export type ListRequest = Search & Page & Reader;

/** A function that returns a row's id in the list. Rows with an `id` do not need it. */
type IdOf<Row> = Row extends { id: string } ? [idOf?: (row: Row) => string] : [idOf: (row: Row) => string];

/**
 * Reads one page of a list. One statement finds the page's ids and counts the matches, up to {@link maxListTotal}. Then `read`
 * loads the complete rows, in any order.
 * @throws 422 that names the filter or order that the list doesn't have
 */
export async function readPage<Row>(
  db: Database,
  list: List,
  request: ListRequest,
  read: (ids: string[]) => PromiseLike<Row[]>,
  ...[idOf]: IdOf<Row>
): Promise<PageOf<Row>> {
  const { offset, limit } = request;
  const { ids, total } = await findPage(db, list, request);
  const getId = idOf ?? ((row: Row) => (row as { id: string }).id);
  const rows = new Map((ids.length > 0 ? await read(ids) : []).map((row) => [getId(row), row]));
  const items = ids.flatMap((id) => rows.get(id) ?? []);
  return { items, pagination: { offset, limit, total } };
}

async function findPage(db: Database, list: List, request: ListRequest): Promise<{ ids: string[]; total: number }> {
  const where = listWhere(list, request);
  const matches = where ? sql`${list.from} where ${where}` : sql`${list.from}`;
  const orders = request.orders?.length ? request.orders : list.defaultOrder;
  const order = orderSql(list.fields, orders, list.id);
  const [row] = await db.execute<{ ids: string[]; total: number }>(sql`${unprepared}
    select array(select ${list.id} from ${matches} order by ${order} limit ${request.limit} offset ${request.offset}) as ids,
      (select count(*)::int from (select from ${matches} limit ${maxListTotal}) counted) as total`);
  return { ids: row?.ids ?? [], total: row?.total ?? 0 };
}
