import type { Database } from '#server/db/open.ts';

/** Milliseconds for which a total of many jobs is not counted again. */
const keptFor = 60_000;
/** Searches whose totals are kept at most, the youngest. */
const mostKept = 1_000;

type Known = { total: Promise<number>; until: number };
type Totals = {
  /** Whether the total of a search is known, or being counted. */
  has: (search: string) => boolean;
  /** What is known, else what `count` finds; those who ask meanwhile wait for the same count. */
  get: (search: string, count: () => Promise<number>) => Promise<number>;
  /** What turned out to find few. */
  forget: (search: string) => void;
};

const ofDatabase = new WeakMap<Database, Totals>();

/** Totals of searches that find many jobs, of this node. A search with few finds is counted each time and never stands here. */
export function knownTotals(db: Database): Totals {
  const known = ofDatabase.get(db) ?? createTotals();
  ofDatabase.set(db, known);
  return known;
}

function createTotals(): Totals {
  const kept = new Map<string, Known>();
  const fresh = (search: string) => {
    const found = kept.get(search);
    return found && found.until > Date.now() ? found : undefined;
  };
  return {
    has: (search) => fresh(search) !== undefined,
    get: (search, count) => {
      const found = fresh(search);
      if (found) return found.total;
      const total = count();
      // The youngest stands last.
      kept.delete(search);
      kept.set(search, { total, until: Date.now() + keptFor });
      const [eldest] = kept.keys();
      if (kept.size > mostKept && eldest !== undefined) kept.delete(eldest);
      total.catch(() => kept.delete(search));
      return total;
    },
    forget: (search) => kept.delete(search),
  };
}
