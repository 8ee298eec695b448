import { and, asc, gt, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgSelect } from 'drizzle-orm/pg-core';

/**
 * What a download has of a table: every column that is not in `LeftOut`, under its own name, and anything else. A new column
 * does not compile until it is in the download or left out: secrets, internal ids, and what others wrote about the person.
 */
export type Exported<Table extends { $inferSelect: object }, LeftOut extends keyof Table['$inferSelect']> = Record<
  Exclude<keyof Table['$inferSelect'], LeftOut>,
  unknown
> &
  Record<string, unknown>;

/** A list that becomes one JSON file. Rows are read in batches, ordered by id. */
export type DataList = { name: string; read: (lastId: string | undefined, limit: number) => Promise<{ id: string }[]> };

type Options = {
  name: string;
  /** The column that the rows are ordered by. The query selects it as `id`. */
  idColumn: AnyPgColumn;
  where: SQL | undefined;
  query: () => PgSelect;
};

export const dataList = ({ name, idColumn: id, where, query }: Options): DataList => ({
  name,
  read: async (lastId, limit) => {
    const rows = await query()
      .where(and(where, lastId === undefined ? undefined : gt(id, lastId)))
      .orderBy(asc(id))
      .limit(limit);
    return rows as { id: string }[];
  },
});
