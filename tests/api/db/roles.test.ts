import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';

const server = inject('server');

/** Two roles: one owns the tables and migrates them, the other only reads and writes rows (`docs/operations.md#database-roles`). */
test.skipIf(server === null)(
  'the role of the app works with rows, and can neither drop tables nor switch off triggers',
  async () => {
    const name = `roles_${randomBytes(6).toString('hex')}`;
    const [owner, app] = [`${name}_owner`, `${name}_app`];
    const admin = postgres(`${server}/postgres`, { max: 1, onnotice: () => undefined });
    for (const role of [owner, app]) await admin.unsafe(`create role ${role} login password 'secret'`);
    await admin.unsafe(`create database ${name} owner ${owner}`);
    const as = (role: string) => {
      const url = new URL(`${server}/${name}`);
      [url.username, url.password] = [role, 'secret'];
      return url.href;
    };
    const extensions = postgres(`${server}/${name}`, { max: 1, onnotice: () => undefined });
    for (const extension of ['pg_trgm', 'btree_gin']) await extensions.unsafe(`create extension if not exists ${extension}`);
    await extensions.end();
    try {
      const database = await openDatabase({ url: as(app), migrationUrl: as(owner), dataDir: tmpdir(), pool: 2 });
      const { sql } = database;
      await sql`insert into installation (key, value) values ('a', '1')`;
      await sql`insert into audit_log (id, action) values (gen_random_uuid(), 'company.update')`;
      expect(await sql`select count(*)::int as count from audit_log`).toMatchObject([{ count: 1 }]);
      for (const statement of [
        'drop table audit_log',
        'alter table audit_log disable trigger all',
        'drop trigger audit_log_append_only on audit_log',
        'truncate security_events',
        "set session_replication_role = 'replica'",
        'create table public.mine (id int)',
        'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return old; end $$',
        'delete from drizzle.__drizzle_migrations',
      ])
        await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' });
      await expect(sql`delete from audit_log`).rejects.toMatchObject({ message: 'audit_log is append-only' });
      await database.close();
    } finally {
      await admin.unsafe(`drop database ${name} with (force)`);
      for (const role of [owner, app]) await admin.unsafe(`drop role ${role}`);
      await admin.end();
    }
  },
);
