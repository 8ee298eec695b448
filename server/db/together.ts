type Statement = (() => PromiseLike<unknown>) | null;
type Answers<T extends readonly Statement[]> = { -readonly [K in keyof T]: T[K] extends () => infer A ? Awaited<A> : null };

/**
 * Sends independent statements of one transaction together, in this order, with one round trip to the database instead of
 * one each. It waits for all of them even if one fails, so that none is sent after the rollback.
 * @throws the first error
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
