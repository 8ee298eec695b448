import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { openDatabase } from '#server/db/open.ts';
import { buildWebIfStale } from '#server/commands/build-web.ts';
import { generate } from '#server/demo/generate.ts';
import { seedPlaces } from '#server/places/cities.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { dnsRecordFile, startDnsServer } from '#tests/helpers/dns-server.ts';
import { startLoginPage } from '#tests/helpers/login-page.ts';
import { startServer } from '#tests/helpers/server.ts';

/**
 * One real server for all browser tests, with the demo and 4,000 jobs and 20,000 applications: on `TEST_DATABASE_URL` or a
 * temporary cluster if there is one, otherwise on the embedded engine. It needs no other server, except a social sign-in
 * provider (E2E_PROVIDER). With BASE_URL and E2E_DATA_DIR, that running server is used instead, for writing tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['BASE_URL'] && process.env['E2E_DATA_DIR']) return async () => undefined;
  await buildWebIfStale();
  const databaseUrl = process.env['TEST_DATABASE_URL'];
  const cluster = databaseUrl ? null : await startCluster();
  const server = databaseUrl?.replace(/\/[^/]*$/, '') ?? cluster?.url;
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-e2e-'));
  const url = server ? await freshDatabase(server) : undefined;
  const database = await openDatabase({ url, dataDir });
  await seedPlaces(database.sql);
  await generate(database.db, { companies: 60, jobs: 4_000, drivers: 2_000, applications: 20_000 });
  await database.close();
  const provider = await startLoginPage();
  const dns = await startDnsServer(dnsRecordFile(dataDir));
  const env = {
    DEMO: 'on',
    TRUST_PROXY: '127.0.0.1',
    PRIVATE_SIGN_IN_PROVIDERS: 'on',
    DNS_SERVERS: dns.address,
    ...provider.settings,
    ...(url ? { DATABASE_URL: url } : {}),
  };
  const running = await startServer({ dataDir, env });
  process.env['BASE_URL'] = running.url;
  process.env['E2E_DATA_DIR'] = dataDir;
  process.env['E2E_PROVIDER'] = provider.issuer;
  if (url) process.env['E2E_DATABASE_URL'] = url;
  return async () => {
    await running.stop();
    await provider.stop();
    dns.stop();
    await cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function freshDatabase(server: string): Promise<string> {
  const sql = postgres(`${server}/postgres`, { max: 1, onnotice: () => undefined });
  await sql`drop database if exists haulboard_e2e with (force)`;
  await sql`create database haulboard_e2e`;
  await sql.end();
  return `${server}/haulboard_e2e`;
}
