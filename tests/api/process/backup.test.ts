import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { media, uploads } from '#drizzle/schema/media.ts';
import { audit } from '#server/audit/audit.ts';
import { quoteName, listTables } from '#server/backup/manifest.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { makeCompany, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { mail } from '#server/mail/outbox.ts';
import { createDiskStore } from '#server/media/disk-store.ts';
import type { MediaStore } from '#server/media/store.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** From the embedded engine to the one of this run and back. */
let folder: string;
let from: OpenDatabase & { media: MediaStore };
let t: TestApp;
let job: { id: string };

const password = 'Carried#2026';
const picture = randomBytes(2000);
const video = randomBytes(17 * 1024 * 1024);
const sumOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haulboard-backup-'));
  const dataDir = join(folder, 'from');
  [from, t] = await Promise.all([
    openDatabase({ dataDir, durable: false }).then((database) => ({
      ...database,
      media: createDiskStore(join(dataDir, 'media')),
    })),
    startTestApp(),
  ]);
  await fillSource();
});
afterAll(async () => {
  await from.close();
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

async function fillSource(): Promise<void> {
  const { db } = from;
  const { id: companyId } = await makeCompany(db, { companyName: 'Ozark "Quoted" Lines \\ 100 % ünïcode\n— 貨物' });
  const employee = await makeEmployee(db, companyId, { email: 'moved@test.example', passwordHash: await hashPassword(password) });
  job = await makeJob(db, companyId, { title: 'Moved from one engine to the other' });
  await audit(
    db,
    { userId: employee.id, impersonatorId: null, ip: '10.0.0.1' },
    {
      action: 'admin.create',
      subject: { type: 'user', id: employee.id },
      detail: { nested: { empty: null, list: [1.1, 'two'] } },
    },
  );
  await mail(db, 'moved@test.example', 'email_taken', { firstName: 'Dana' }, null);
  const files = { 'a-picture-of-a-person.webp': picture, 'a-film-of-some-size.mp4': video };
  for (const [name, content] of Object.entries(files)) {
    const mime = name.endsWith('.mp4') ? 'video/mp4' : 'image/webp';
    await from.media.put(name, Readable.from([content]), mime);
    await db.insert(media).values({ name, kind: 'job', mime, bytes: content.length, companyId });
  }
  const upload = { kind: 'job' as const, ownerId: employee.id, mime: 'video/mp4', bytes: 5 };
  await db.insert(uploads).values([
    { ...upload, name: 'under-way-and-left-out.mp4' },
    { ...upload, name: 'a-film-of-some-size.mp4', finishedAt: new Date() },
  ]);
}

/** Every row of every table, as one hash per table. */
async function contentsOf(sql: Sql): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const { name } of await listTables(sql)) {
    const [row] = await sql.unsafe(
      `select coalesce(md5(string_agg(line, chr(10) order by line collate "C")), '') as sum from (select row_to_json(t)::text as line from ${quoteName(name)} t) all_rows`,
    );
    sums[name] = String(row?.['sum']);
  }
  return sums;
}

const backUpToFolder = (source: Pick<OpenDatabase, 'sql' | 'kind'> & { media: MediaStore }, name: string) =>
  writeBackup({ ...source, release: 'test' }, join(folder, name));
const restore = (name: string, options?: { replace: boolean }) => {
  const { sql, media: store, settings } = t.services;
  return restoreBackup({ sql, media: store, dataDir: settings.dataDir }, join(folder, name), options);
};

it('is complete: a table or file with a missing or wrong checksum is rejected before anything changes', async () => {
  const { tables, media: files } = await backUpToFolder(from, 'first');
  expect(files).toEqual({ files: 2, bytes: picture.length + video.length, missing: [] });
  expect(tables.find(({ name }) => name === 'uploads')?.rows).toBe(1);
  const sums = readFileSync(join(folder, 'first', 'SHA256SUMS'), 'utf8');
  expect(sums.trimEnd().split('\n')).toHaveLength(tables.length + 3);
  await backUpToFolder(from, 'damaged');
  appendFileSync(join(folder, 'damaged', 'media', 'a-picture-of-a-person.webp'), 'x');
  await expect(restore('damaged')).rejects.toThrow(/a-picture-of-a-person\.webp .*nothing was restored/);
  writeFileSync(join(folder, 'damaged', 'SHA256SUMS'), sums.replace(/^.*(tables\/jobs|media\/|manifest).*\n/gm, ''));
  await expect(restore('damaged')).rejects.toThrow(/does not name/);
  await expect(restore('nowhere')).rejects.toThrow(/There is no backup/);
  await expect(backUpToFolder(from, 'first')).rejects.toThrow(/is there already/);
  expect(await t.services.db.$count(users)).toBe(0);
});

it('has exactly the current tables', async () => {
  const path = join(folder, 'damaged', 'manifest.json');
  const other = JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), migration: 'another' });
  writeFileSync(path, other);
  const sums = join(folder, 'damaged', 'SHA256SUMS');
  const lines = readFileSync(join(folder, 'first', 'SHA256SUMS'), 'utf8').replace(/^.*media\/.*\n/gm, '');
  writeFileSync(sums, lines.replace(/^.*manifest\.json$/m, `${sumOf(Buffer.from(other))}  manifest.json`));
  await expect(restore('damaged')).rejects.toThrow(/Restore it with that release/);
});

it('brings a log-in, a job and its files to the other engine, byte by byte', async () => {
  await restore('first');
  const device = { device_id: 'restored', role: 'employer' };
  const login = await t.callRest('POST', '/auth/login', { body: { email: 'moved@test.example', password, ...device } });
  expect(login.status).toBe(200);
  const { accessToken } = login.body.data as { accessToken: string };
  const read = await t.callRest('GET', `/jobs/${job.id}`, { token: accessToken });
  expect(read.body.data).toMatchObject({ id: job.id, title: 'Moved from one engine to the other' });
  const headers = { authorization: `Bearer ${accessToken}` };
  const file = await t.app.inject({ url: '/media/a-picture-of-a-person.webp', headers });
  expect(file.rawPayload.equals(picture)).toBe(true);
  const stored = await t.services.media.read('a-film-of-some-size.mp4');
  expect(stored && sumOf(await buffer(stored))).toBe(sumOf(video));
});

it('is not put over data unasked, and over them when asked', async () => {
  await expect(restore('first')).rejects.toThrow(/holds data .*--replace/);
  const extra = await makeUser(t.services.db);
  const { db } = t.services;
  expect(await db.$count(users, eq(users.id, extra.id))).toBe(1);
  // The sign-in's security event would otherwise be written after the restore.
  await t.services.securityLog.flush();
  await restore('first', { replace: true });
  expect(await db.$count(users, eq(users.id, extra.id))).toBe(0);
  await from.db.delete(uploads);
  expect(await contentsOf(t.services.sql).then(({ uploads: _, ...rest }) => rest)).toEqual(
    await contentsOf(from.sql).then(({ uploads: _, ...rest }) => rest),
  );
});

it('restores all data, and the triggers are on again', async () => {
  const guards = (sql: Sql) => sql`
    select conname as name, pg_get_constraintdef(oid) as rule from pg_constraint where contype = 'f'
    union all select tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1`;
  const before = [...(await guards(from.sql))];
  const { sql, kind, media: store } = t.services;
  await backUpToFolder({ sql, kind, media: store }, 'second');
  await from.media.remove('a-film-of-some-size.mp4');
  await restoreBackup({ sql: from.sql, media: from.media, dataDir: join(folder, 'from') }, join(folder, 'second'), {
    replace: true,
  });
  expect(await contentsOf(from.sql)).toEqual(await contentsOf(sql));
  expect(await from.media.size('a-film-of-some-size.mp4')).toBe(video.length);
  expect(before.length).toBeGreaterThan(30);
  expect([...(await guards(from.sql))]).toEqual(before);
  await expect(from.sql`delete from audit_log`).rejects.toThrow(/append-only|refuse|change/i);
});

it('needs no sequences: every key is our own UUID', async () => {
  expect([...(await from.sql`select sequencename from pg_sequences where schemaname = 'public'`)]).toEqual([]);
});
