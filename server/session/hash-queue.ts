import { AppError } from '#server/errors.ts';

/** What makes hashes: how many wait in it, and how one is asked for (Piscina's own terms). */
type Lanes = { queueSize: number; run: (task: unknown, options: { name: string }) => Promise<unknown> };

const mostWaitMs = 3000;

/**
 * Asks for a hash, unless who asks would wait longer than about three seconds: by the length of the queue, which is
 * `mostWaiting` at most, and by how long its first has waited, for a core that everybody wants makes fewer hashes in that
 * time than one that is free. The answer rejects with 429 then.
 */
export function createHashQueue(mostWaiting: number): (lanes: Lanes, name: string, task: unknown) => Promise<unknown> {
  /** When those who have no hash yet asked for it, the first of them first. */
  const waiting = new Set<{ since: number }>();
  return async (lanes, name, task) => {
    const [first] = waiting;
    if (lanes.queueSize >= mostWaiting || (first && performance.now() - first.since > mostWaitMs))
      throw new AppError('too_many', 'Sign-in is busy right now. Try again in a moment.', { retryAfter: 2 });
    const asked = { since: performance.now() };
    waiting.add(asked);
    try {
      return await lanes.run(task, { name });
    } finally {
      waiting.delete(asked);
    }
  };
}
