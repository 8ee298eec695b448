import type { Database } from './open.ts';

/**
 * A query that is built once for each database and variant: building the text of a query costs more than a point read.
 * `build` ends in `.prepare(name)`; what differs from call to call is a placeholder. These statements are the only thing
 * that a module keeps for a database; other state of the process is opened and passed (`server/services.ts`).
 */
export function builtOnce<Query, Variant extends string>(
  build: (db: Database, variant: Variant) => Query,
): (db: Database, variant: Variant) => Query {
  const built = new WeakMap<Database, Map<Variant, Query>>();
  return (db, variant) => {
    const ofDatabase = built.get(db) ?? new Map<Variant, Query>();
    built.set(db, ofDatabase);
    const query = ofDatabase.get(variant) ?? build(db, variant);
    ofDatabase.set(variant, query);
    return query;
  };
}
