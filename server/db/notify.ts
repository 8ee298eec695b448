import { EventEmitter, on } from 'node:events';
import { sql } from 'drizzle-orm';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';

type Transaction = Pick<PostgresJsDatabase, 'execute'>;

/** News to open screens: what changed, never the data itself; screens ask again through their own rights. */
export type LiveEvent =
  | { type: 'application'; companyId: string; jobId: string; applicationId: string }
  | { type: 'job'; companyId: string; jobId: string }
  | { type: 'order'; companyId: string; orderId: string };

export type Events = {
  /** Tells every node when `tx` commits; several events are one statement. */
  publish: (tx: Transaction, ...events: LiveEvent[]) => Promise<void>;
  /** Every event from now until the signal aborts or this node stops. */
  subscribe: (signal: AbortSignal) => AsyncIterable<LiveEvent>;
  /** Ends every subscription, so that open streams do not keep a stopping node alive. */
  end: () => void;
  close: () => Promise<void>;
};

const channel = 'haulboard';

/**
 * With a server: LISTEN/NOTIFY, so that any node hears. With the embedded engine, whose socket does not carry LISTEN:
 * an emitter of this one process; a reader that is woken before the commit waits behind it for the single session.
 */
export async function createEvents(server: Sql | null): Promise<Events> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const stopping = new AbortController();
  const subscription = await server?.listen(channel, (payload) => emitter.emit('event', JSON.parse(payload) as LiveEvent));
  return {
    publish: async (tx, ...events) => {
      if (server)
        await tx.execute(
          sql`select pg_notify(${channel}, event::text) from json_array_elements(${JSON.stringify(events)}::json) as event`,
        );
      else for (const event of events) emitter.emit('event', event);
    },
    subscribe: (signal) => read(emitter, AbortSignal.any([signal, stopping.signal])),
    end: () => stopping.abort(),
    close: async () => {
      await subscription?.unlisten();
    },
  };
}

async function* read(emitter: EventEmitter, signal: AbortSignal): AsyncIterable<LiveEvent> {
  try {
    for await (const [event] of on(emitter, 'event', { signal })) yield event as LiveEvent;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
