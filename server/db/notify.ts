import { EventEmitter, on } from 'node:events';
import { sql } from 'drizzle-orm';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';

type Transaction = Pick<PostgresJsDatabase, 'execute'>;

/**
 * An event for open screens. It says what changed but contains no data, and screens load the data with their own permissions.
 */
export type LiveEvent =
  | { type: 'application'; companyId: string; jobId: string; applicationId: string }
  | { type: 'job'; companyId: string; jobId: string }
  | { type: 'order'; companyId: string; orderId: string }
  /** A driver has a new notification. */
  | { type: 'notification'; userId: string };

export type Events = {
  /** Notifies every server when `tx` commits. Several events are sent in one statement. */
  publish: (tx: Transaction, ...events: LiveEvent[]) => Promise<void>;
  /** Every event from now on, until the signal aborts or this server stops. */
  subscribe: (signal: AbortSignal) => AsyncIterable<LiveEvent>;
  /** Ends every subscription, so that open streams do not keep a stopping server alive. */
  end: () => void;
  close: () => Promise<void>;
};

const channel = 'haulboard';

/**
 * With a PostgreSQL server, events use LISTEN/NOTIFY and reach every server process. The embedded engine's socket does not
 * support LISTEN, so an emitter within the process replaces it. That emitter notifies before the commit, which is safe because
 * a query of the notified code waits for the engine's single session.
 */
export async function createEvents(sqlClient: Sql | null): Promise<Events> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const stopController = new AbortController();
  const subscription = await sqlClient?.listen(channel, (payload) => emitter.emit('event', JSON.parse(payload) as LiveEvent));
  return {
    publish: async (tx, ...events) => {
      if (sqlClient)
        await tx.execute(
          sql`select pg_notify(${channel}, event::text) from json_array_elements(${JSON.stringify(events)}::json) as event`,
        );
      else for (const event of events) emitter.emit('event', event);
    },
    subscribe: (signal) => readEvents(emitter, AbortSignal.any([signal, stopController.signal])),
    end: () => stopController.abort(),
    close: async () => {
      await subscription?.unlisten();
    },
  };
}

async function* readEvents(emitter: EventEmitter, signal: AbortSignal): AsyncIterable<LiveEvent> {
  try {
    for await (const [event] of on(emitter, 'event', { signal })) yield event as LiveEvent;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
