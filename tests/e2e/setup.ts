import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { buildWebIfStale } from '#server/commands/build-web.ts';
import { openDatabase } from '#server/db/open.ts';
import { generate } from '#server/demo/generate.ts';
import { demoPassword } from '#server/demo/vocabulary.ts';
import { seedPlaces } from '#server/places/cities.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { startCluster } from '#tests/helpers/cluster.ts';
import { getDnsRecordFile, startDnsServer } from '#tests/helpers/dns-server.ts';
import { startOpenIdProvider } from '#tests/helpers/login-page.ts';
import { startServer } from '#tests/helpers/server.ts';

/**
 * Starts one real server for all browser tests, with the demo, 4,000 jobs and 20,000 applications. The database is
 * `TEST_DATABASE_URL`, a temporary cluster if PostgreSQL is installed, or the embedded engine. The only other server that it
 * needs is a social sign-in provider (E2E_PROVIDER). BASE_URL and E2E_DATA_DIR select a running server instead, which is
 * useful while writing tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['BASE_URL'] && process.env['E2E_DATA_DIR']) return async () => undefined;
  await buildWebIfStale();
  const databaseUrl = process.env['TEST_DATABASE_URL'];
  const cluster = databaseUrl ? null : await startCluster();
  const serverUrl = databaseUrl?.replace(/\/[^/]*$/, '') ?? cluster?.url;
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-e2e-'));
  const url = serverUrl ? await createDatabase(serverUrl) : undefined;
  const database = await openDatabase({ url, dataDir });
  await seedPlaces(database.sql);
  const passwordHash = await hashPassword(demoPassword);
  await generate(database.db, { companies: 60, jobs: 4_000, drivers: 2_000, applications: 20_000 }, { passwordHash });
  await database.close();
  const provider = await startOpenIdProvider();
  const dns = await startDnsServer(getDnsRecordFile(dataDir));
  const env = {
    NODE_ENV: 'test',
    DEMO: 'on',
    TRUST_PROXY: '127.0.0.1',
    PRIVATE_SIGN_IN_PROVIDERS: '127.0.0.1,localhost',
    PUSH_SERVICES: '127.0.0.1',
    DNS_SERVERS: dns.address,
    ...provider.settings,
    ...(url ? { DATABASE_URL: url } : {}),
  };
  const runningServer = await startServer({ dataDir, env });
  process.env['BASE_URL'] = runningServer.url;
  process.env['E2E_DATA_DIR'] = dataDir;
  process.env['E2E_PROVIDER'] = provider.issuer;
  if (url) process.env['E2E_DATABASE_URL'] = url;
  return async () => {
    await runningServer.stop();
    await provider.stop();
    dns.stop();
    await cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function createDatabase(serverUrl: string): Promise<string> {
  const sql = postgres(`${serverUrl}/postgres`, { max: 1, onnotice: () => undefined });
  await sql`drop database if exists haulboard_e2e with (force)`;
  await sql`create database haulboard_e2e`;
  await sql.end();
  return `${serverUrl}/haulboard_e2e`;
}
