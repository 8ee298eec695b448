import { expect, vi } from 'vitest';
import type { Database } from '#server/db/open.ts';
import type { TestApp } from './app.ts';

/** Until a query of ours waits for a row that somebody else holds. */
const untilWaiting = ({ sql }: TestApp['services']) =>
  vi.waitFor(async () => {
    const waiting = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect(waiting).toHaveLength(1);
  }, 10_000);

/**
 * What `act` answers when `change` was begun before it and is committed in its midst. Not on the embedded engine: it has one
 * session, where nothing overtakes anything.
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
    // It may be refused before the change is known to be committed; who awaits the answer hears of it then.
    acting.catch(() => undefined);
    await untilWaiting(services);
  });
  return acting!;
}
