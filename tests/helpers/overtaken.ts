import { expect, vi } from 'vitest';
import type { Database } from '#server/db/open.ts';
import type { TestApp } from './app.ts';

/** Waits until one of the database's queries is blocked by a lock. */
const waitForBlockedQuery = ({ sql }: TestApp['services']) =>
  vi.waitFor(async () => {
    const blockedQueries = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect(blockedQueries).toHaveLength(1);
  }, 10_000);

/**
 * Returns the result of `act` when `change` starts first and commits while `act` waits for its lock. `change` can do more while
 * `act` waits, with `finish`. This needs two sessions, which the embedded engine does not have.
 */
export async function runDuringChange<Answer>(
  { services }: TestApp,
  change: (tx: Database) => Promise<unknown>,
  act: () => Promise<Answer>,
  finish: (tx: Database) => Promise<unknown> = async () => undefined,
): Promise<Answer> {
  let pendingResult: Promise<Answer> | undefined;
  await services.db.transaction(async (tx) => {
    await change(tx);
    pendingResult = act();
    // `act` may fail before the change has committed. The code that awaits the result handles the error.
    pendingResult.catch(() => undefined);
    await waitForBlockedQuery(services);
    await finish(tx);
  });
  return pendingResult!;
}
