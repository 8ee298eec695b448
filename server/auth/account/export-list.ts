import { gt, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** One JSON file with a list. Rows are read in batches, in the order of their ids. */
export type DataList = { name: string; read: (last: SQL | undefined, limit: number) => Promise<{ id: string }[]> };

export const after = (column: AnyPgColumn, last: SQL | undefined) => (last ? gt(column, last) : undefined);
