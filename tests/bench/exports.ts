import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Sql } from 'postgres';
import { openDatabase } from '#server/db/open.ts';
import { openKeys } from '#server/session/keys.ts';
import { roles } from '#shared/access/access.ts';
import { mb } from '#shared/uploads.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { npmStartOptions, startServer } from '#tests/helpers/server.ts';
import { createToken } from './data.ts';
import { fillLists } from './list-data.ts';
import { measurePeakBytes } from './memory.ts';
import { type Row, formatTable, formatVerdict } from './numbers.ts';

/**
 * `node tests/bench/exports.ts`: exports 100,000 rows as CSV from a separate server. Memory must stay constant: the whole
 * file may take at most 32 MB more than its first tenth, for a fast reader and for one that reads a chunk every 20 ms. The
 * script uses the database of list-data.ts. It exits with 1 if a row is missing or a limit is missed.
 */
const { values } = parseArgs({ options: { keep: { type: 'string' } } });
const rowCount = 100_000;
const maxGrowthBytes = 32 * mb;
const print = (text: string) => process.stdout.write(`${text}\n`);

const cluster = await startCluster({
  dataFolder: values.keep ? resolve(values.keep) : undefined,
  settings: { shared_buffers: '1GB' },
});
if (!cluster) throw new Error('The bench needs a PostgreSQL server: install postgresql');
const folder = mkdtempSync(join(tmpdir(), 'haulboard-exports-'));
const tokenKey = randomBytes(32).toString('hex');
const databaseUrl = `${cluster.url}/template1`;
const { db, sql, close } = await openDatabase({ url: databaseUrl, dataDir: folder, pool: 1 });
await fillLists(db, sql, rowCount);
await fillAuditLog(sql);
const admin = { id: randomUUID(), roles: [roles.superAdmin] };
await sql`insert into users (id, email, first_name, last_name, roles)
  values (${admin.id}, ${`${admin.id}@bench.example`}, 'Bea', 'Bench', ${admin.roles})`;
const token = await createToken(db, openKeys({ current: tokenKey }, folder), admin);
const counts = await sql<{ companies: number; log: number }[]>`
  select (select count(*)::int from companies) companies, (select count(*)::int from audit_log) log`;
const env = {
  DATABASE_URL: databaseUrl,
  TOKEN_KEY: tokenKey,
  NODE_ENV: 'production',
  GATEWAY: 'simulator',
  LOG_LEVEL: 'error',
  WORKER: 'off',
};
// With a small heap, garbage is collected soon and hardly counts as memory in use.
const nodeOptions = [...npmStartOptions, '--max-old-space-size=192'];
const server = await startServer({ dataDir: join(folder, 'node'), env, nodeOptions });
const pid = server.child.pid ?? 0;

const rows: Row[] = [];
for (const [path, count] of [
  ['/companies/export', counts[0]?.companies ?? 0],
  ['/admin/audit/export', counts[0]?.log ?? 0],
] as const) {
  for (const pause of [0, 20]) {
    const tenthPeakBytes = await measurePeakBytes(pid, async () => void (await downloadRows(path, pause, count / 10)));
    let rowsRead = 0;
    const startedAt = performance.now();
    const fullPeakBytes = await measurePeakBytes(pid, async () => void (rowsRead = await downloadRows(path, pause)));
    const seconds = (performance.now() - startedAt) / 1000;
    const growthMb = (fullPeakBytes - tenthPeakBytes) / mb;
    const isPassed = rowsRead >= count && fullPeakBytes - tenthPeakBytes <= maxGrowthBytes;
    const megabytes = [tenthPeakBytes / mb, fullPeakBytes / mb, growthMb].map((value) => value.toFixed(0));
    rows.push([path, pause ? 'slow' : 'fast', rowsRead, seconds.toFixed(1), ...megabytes, formatVerdict(isPassed)]);
  }
}
print(formatTable(['file', 'reader', 'rows', 'seconds', 'tenth, MB', 'whole, MB', 'over, MB (32)', ''], rows));
await server.stop();
await sql`delete from users where id = ${admin.id}`;
await close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = rows.every((row) => row.at(-1) === formatVerdict(true)) ? 0 : 1;

/** Downloads a CSV file and returns its number of rows without the header. It stops reading after `maxLines` lines. */
async function downloadRows(path: string, pauseMs: number, maxLines = Number.POSITIVE_INFINITY): Promise<number> {
  const abortController = new AbortController();
  const answer = await fetch(`${server.url}/api/1.0${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
    signal: abortController.signal,
  });
  if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  let lines = 0;
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    // A chunk may end between the two characters of a line end.
    lines += chunk.split('\r').length - 1;
    if (lines > maxLines) break;
    if (pauseMs) await setTimeout(pauseMs);
  }
  abortController.abort();
  return lines - 1;
}

async function fillAuditLog(log: Sql): Promise<void> {
  await log`insert into audit_log (id, at, company_id, action, subject_type, subject_id, ip, detail)
    select gen_random_uuid(), now() - n * interval '1 minute', c.id, 'company.update', 'company', c.id, '203.0.113.9',
      jsonb_build_object('phone', n::text)
    from (select id, row_number() over () n from companies limit ${rowCount}) c
    where (select count(*) from audit_log) < ${rowCount}`;
}
