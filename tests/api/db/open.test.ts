// @engine both
import { cpSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, inject, test, vi } from 'vitest';
import { DataFolderError } from '#server/db/embedded.ts';
import { openDatabase } from '#server/db/open.ts';

test('a second opening of one data folder is refused, and the folder is free again after the first closed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-open-'));
  const first = await openDatabase({ dataDir, durable: false });
  await expect(openDatabase({ dataDir })).rejects.toThrow(/in use by another process/);
  await first.close();
  const again = await openDatabase({ dataDir, durable: false });
  await again.close();
  rmSync(dataDir, { recursive: true });
});

test('an engine whose thread also tells what it loads, as it does under node --watch, opens', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-open-'));
  const database = await openDatabase({ dataDir, durable: false });
  expect(await database.sql`select 1 as n`).toEqual([{ n: 1 }]);
  await database.close();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
});

test('a folder of another engine version is refused with its version', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-open-'));
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(openDatabase({ dataDir })).rejects.toThrow(DataFolderError);
  await expect(openDatabase({ dataDir })).rejects.toThrow(/engine version 17/);
  rmSync(dataDir, { recursive: true });
});

test.runIf(inject('server'))('nodes that start together migrate one after the other', async () => {
  const server = inject('server') ?? '';
  const sql = postgres(`${server}/postgres`, { max: 1 });
  await sql`create database migrate_together`;
  const url = `${server}/migrate_together`;
  const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url, dataDir: tmpdir(), pool: 2 })));
  const [applied] = await nodes[0]!
    .sql`select count(*)::int as n, count(distinct hash)::int as different from drizzle.__drizzle_migrations`;
  expect(applied?.['n']).toBe(applied?.['different']);
  await Promise.all(nodes.map((node) => node.close()));
  await sql`drop database migrate_together with (force)`;
  await sql.end();
});

test('the folder of the template can be copied and opened', async () => {
  const template = inject('templateFolder');
  if (!template) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-open-'));
  cpSync(join(template, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
  const database = await openDatabase({ dataDir, durable: false });
  expect(await database.sql`select count(*)::int as n from postal_codes`).toEqual([{ n: expect.any(Number) }]);
  await database.close();
  rmSync(dataDir, { recursive: true });
});
