type Statement = (() => PromiseLike<unknown>) | null;
type Answers<T extends readonly Statement[]> = { -readonly [K in keyof T]: T[K] extends () => infer A ? Awaited<A> : null };

/**
 * Statements of one transaction that do not wait for one another's answers: they go out in this order in one journey to the
 * database, where each by itself would take one. Waits for all of them, also when one fails, so that none is sent after the
 * rollback. @throws what was thrown first
 */
export async function together<const T extends readonly Statement[]>(statements: T): Promise<Answers<T>> {
  const failures: unknown[] = [];
  const sent = statements.map(async (send) => {
    try {
      return send ? await send() : null;
    } catch (failure) {
      failures.push(failure);
      return null;
    }
  });
  const answers = await Promise.all(sent);
  if (failures.length > 0) throw failures[0];
  return answers as Answers<T>;
}
