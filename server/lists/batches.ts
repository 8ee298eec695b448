const batchSize = 1000;

/**
 * Every row of a list, a batch at a time, each read from where the one before ended: no cursor and no connection is held
 * while a slow reader takes its time. `read` answers at most `limit` rows that come after `last` in the list's order.
 */
export async function* inBatches<Row>(
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
