import { sql } from 'drizzle-orm';
import { throttles } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';

/**
 * How many requests a caller may make in a minute, on all nodes together. Each node counts in memory; only who has made a
 * good part of the whole is told to the others, once a second in one statement, so that an ordinary visitor costs no query.
 */
export type RequestRate = {
  /** Counts a request. Answers the seconds until the next minute when it is one too many. */
  count: (caller: string, most: number) => number | null;
  /** Tells the other nodes, and hears of them. */
  share: () => Promise<void>;
};

type Counter = { total: number; unsent: number };

const minute = 60_000;
const bucket = 'requests';
/** From this part of what is allowed on, a caller is counted by all nodes together. */
const sharedFrom = 0.05;
/** Callers that are remembered at once; a flood from more addresses than these begins to count anew. */
const mostCallers = 100_000;

export function createRequestRate(db: Database, now: () => number = Date.now): RequestRate {
  let ends = 0;
  let counters = new Map<string, Counter>();
  let busy = new Set<string>();

  function begin(at: number): void {
    if (at < ends && counters.size < mostCallers) return;
    ends = Math.floor(at / minute) * minute + minute;
    counters = new Map();
    busy = new Set();
  }

  return {
    count: (caller, most) => {
      const at = now();
      begin(at);
      const counter = counters.get(caller) ?? { total: 0, unsent: 0 };
      counter.unsent++;
      counters.set(caller, counter);
      if (counter.total || counter.unsent >= most * sharedFrom) busy.add(caller);
      return counter.total + counter.unsent > most ? Math.max(1, Math.ceil((ends - at) / 1000)) : null;
    },
    share: async () => {
      const [windowEndsAt, told] = [new Date(ends), counters];
      // In one order on all nodes, so that none waits for a row of another that waits for one of its own.
      const callers = [...busy].toSorted();
      busy = new Set();
      if (!callers.length) return;
      const rows = callers.map((caller) => {
        const counter = told.get(caller) ?? { total: 0, unsent: 0 };
        const hits = counter.unsent;
        counter.total += hits;
        counter.unsent = 0;
        return { bucket, key: `${caller} ${ends}`, hits, windowEndsAt };
      });
      const counted = await db
        .insert(throttles)
        .values(rows)
        .onConflictDoUpdate({
          target: [throttles.bucket, throttles.key],
          set: { hits: sql`${throttles.hits} + excluded.hits` },
        })
        .returning({ key: throttles.key, hits: throttles.hits });
      for (const { key, hits } of counted) {
        const counter = told.get(key.slice(0, key.lastIndexOf(' ')));
        if (counter) counter.total = hits;
      }
    },
  };
}
