// @engine both
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertMigrated, type OpenDatabase } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/** Servers with `MIGRATIONS=off` check that somebody else has migrated the database (`docs/operations.md#database-roles`). */
let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('a database of this version or a newer one is used, and an older or empty one is refused', async () => {
  const { sql } = database;
  await assertMigrated(sql);
  const newer = { hash: 'of a later version', created_at: Date.UTC(2100, 0) };
  await sql`insert into drizzle.__drizzle_migrations ${sql(newer)}`;
  await assertMigrated(sql);
  await sql`delete from drizzle.__drizzle_migrations where created_at >= (select max(created_at) from drizzle.__drizzle_migrations
    where created_at < ${newer.created_at})`;
  await expect(assertMigrated(sql)).rejects.toThrow('npm run db:migrate');
  await sql`delete from drizzle.__drizzle_migrations`;
  await expect(assertMigrated(sql)).rejects.toThrow('npm run db:migrate');
  await sql`drop schema drizzle cascade`;
  await expect(assertMigrated(sql)).rejects.toThrow('npm run db:migrate');
});
