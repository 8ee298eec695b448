import { sql } from 'drizzle-orm';
import type { Sql } from 'postgres';
import type { Database } from './open.ts';

/**
 * Builds a query once per database, because building its text costs more than a primary-key read. `build` ends in
 * `.prepare(name)`, and everything that differs between calls is a placeholder. Modules keep no other state for a database. All
 * other state is opened at the start and passed along (`server/services.ts`).
 */
export function buildOncePerDatabase<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const getQuery = buildVariantsOncePerDatabase((db, _variant: '') => build(db));
  return (db) => getQuery(db, '');
}

/** The same for a query that has several variants, each with a different text. */
export function buildVariantsOncePerDatabase<Query, Variant extends string>(
  build: (db: Database, variant: Variant) => Query,
): (db: Database, variant: Variant) => Query {
  const queriesByDatabase = new WeakMap<Database, Map<Variant, Query>>();
  return (db, variant) => {
    const databaseQueries = queriesByDatabase.get(db) ?? new Map<Variant, Query>();
    queriesByDatabase.set(db, databaseQueries);
    const query = databaseQueries.get(variant) ?? build(db, variant);
    databaseQueries.set(variant, query);
    return query;
  };
}

const unpreparedMark = '/* unprepared */';

/** Begins a statement that is not prepared ({@link isPrepared}). */
export const unprepared = sql.raw(unpreparedMark);

/**
 * Prepares every statement with parameters, which Drizzle on postgres.js does not do. It makes primary-key reads 1.8 times
 * as fast.
 */
export function alwaysPrepare(client: Sql): Sql {
  return new Proxy(client, {
    get(target, name, receiver) {
      if (name === 'unsafe') return createPreparedUnsafe(target);
      if (name === 'begin' || name === 'savepoint') return preparedTransaction(target, name);
      return Reflect.get(target, name, receiver);
    },
  });
}

function createPreparedUnsafe(client: Sql): Sql['unsafe'] {
  return ((query: string, params?: unknown[], options?: object) => {
    return client.unsafe(query, params as never, { ...options, prepare: isPrepared(query, params) });
  }) as Sql['unsafe'];
}

/**
 * Whether a statement is prepared. Pages, which end in an offset, and the counts of their matches are not: PostgreSQL uses one
 * plan per prepared statement, and no plan suits both a filter with ten matches and one with a million.
 */
export const isPrepared = (query: string, parameters: readonly unknown[] = []): boolean =>
  parameters.length > 0 && !query.startsWith(unpreparedMark) && !/ offset \$\d+$/.test(query);

function preparedTransaction(client: Sql, name: 'begin' | 'savepoint') {
  return (...args: unknown[]) => {
    const work = args.pop() as (tx: Sql) => unknown;
    const beginTransaction = Reflect.get(client, name) as (...args: unknown[]) => unknown;
    return beginTransaction(...args, (tx: Sql) => work(alwaysPrepare(tx)));
  };
}
