import { expect, vi } from 'vitest';
import type { Database } from '#server/db/open.ts';
import type { TestApp } from './app.ts';

/** Waits until one of our queries waits for a locked row. */
const waitForBlockedQuery = ({ sql }: TestApp['services']) =>
  vi.waitFor(async () => {
    const waiting = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect(waiting).toHaveLength(1);
  }, 10_000);

/**
 * The result of `act` when `change` started first and commits in the middle of it. Not on the embedded engine, whose single
 * session cannot interleave.
 */
export async function overtaken<Answer>(
  { services }: TestApp,
  change: (tx: Database) => Promise<unknown>,
  act: () => Promise<Answer>,
): Promise<Answer> {
  let acting: Promise<Answer> | undefined;
  await services.db.transaction(async (tx) => {
    await change(tx);
    acting = act();
    // It may be refused before the change has committed. The code that awaits the result handles the error.
    acting.catch(() => undefined);
    await waitForBlockedQuery(services);
  });
  return acting!;
}
