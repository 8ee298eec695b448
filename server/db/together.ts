/**
 * Statements of one transaction that do not wait for one another's answers: they go out in this order in one journey to the
 * database, where each by itself would take one. Waits for all of them, also when one fails, so that none is sent after the
 * rollback. @throws what the first of them threw
 */
export async function together<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const sent = statements.map((statement) => Promise.resolve(statement));
  await Promise.allSettled(sent);
  return (await Promise.all(sent)) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
