import type { Database } from './open.ts';

/**
 * A query that is built once per database and variant, because building its text costs more than a primary-key read.
 * `build` ends in `.prepare(name)`, and everything that differs between calls is a placeholder. Modules keep no other state
 * for a database; all of it is opened and passed along (`server/services.ts`).
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
