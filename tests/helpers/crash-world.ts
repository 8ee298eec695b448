import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';
import { sessions } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { openDatabase } from '#server/db/open.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { startSimulator } from '#server/gateway/simulator/simulator.ts';
import { openKeys } from '#server/session/keys.ts';
import { signAccessToken } from '#server/session/tokens.ts';
import { templateDatabase } from './global-setup.ts';
import { freePort, type RunningServer, startServer } from './server.ts';
import { testGatewayKeys } from './test-cards.ts';

/**
 * A real server process on a durable database, for tests that kill and restart it. The gateway survives the server. One
 * employer is signed in.
 */
export type CrashFixture = {
  /** Starts the server on the data of the previous one. */
  start: () => Promise<RunningServer>;
  token: string;
  /** The signed-in employer. */
  employer: { userId: string; companyId: string };
  /** The database, which can be opened while no server runs. */
  database: { url: string | undefined; dataDir: string };
  gatewayUrl: string;
  close: () => Promise<void>;
};

const tokenKey = 'crash-test-token-key-crash-test-token-key';

/** Creates the database, the gateway and the employer. `settings` are additional settings of the server. */
export async function openCrashFixture(settings: Record<string, string> = {}): Promise<CrashFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-crash-'));
  const clone = await cloneTemplate(dataDir);
  const port = await freePort();
  const ledgerFile = join(dataDir, 'books.sqlite');
  const webhookUrl = `http://127.0.0.1:${port}/webhooks/celero`;
  const simulator = await startSimulator({ ...testGatewayKeys, ledgerFile, webhookUrl, slowAnswerMs: 1500 });
  const { token, ...employer } = await signInEmployer(clone.url, dataDir);
  const env = {
    NODE_ENV: 'test',
    DEMO: 'off',
    TOKEN_KEY: tokenKey,
    CELERO_URL: simulator.url,
    CELERO_API_KEY: testGatewayKeys.apiKey,
    CELERO_PUBLIC_KEY: testGatewayKeys.publicKey,
    CELERO_WEBHOOK_SECRET: testGatewayKeys.webhookSecret,
    ...settings,
    ...(clone.url && { DATABASE_URL: clone.url }),
  };
  return {
    start: () => startServer({ dataDir, port, env }),
    token,
    employer,
    database: { url: clone.url, dataDir },
    gatewayUrl: simulator.url,
    close: async () => {
      await simulator.close();
      await clone.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function cloneTemplate(dataDir: string): Promise<{ url: string | undefined; drop: () => Promise<void> }> {
  const serverUrl = inject('server');
  if (!serverUrl) {
    cpSync(join(inject('templateFolder') ?? '', 'postgres'), join(dataDir, 'postgres'), { recursive: true });
    return { url: undefined, drop: async () => undefined };
  }
  const name = `crash_${randomBytes(6).toString('hex')}`;
  const runAsAdmin = async (statement: string) => {
    const sql = postgres(`${serverUrl}/postgres`, { max: 1, onnotice: () => undefined });
    await sql.unsafe(statement);
    await sql.end();
  };
  await runAsAdmin(`create database ${name} template ${templateDatabase}`);
  return { url: `${serverUrl}/${name}`, drop: () => runAsAdmin(`drop database ${name} with (force)`) };
}

async function signInEmployer(url: string | undefined, dataDir: string) {
  const database = await openDatabase({ url, dataDir, runMigrations: false });
  const company = await makeCompany(database.db);
  const { id: userId, roles } = await makeEmployee(database.db, company.id);
  const session = { id: newId(), userId, deviceId: 'crashing', kind: 'rest' as const, refreshHash: newId() };
  await database.db.insert(sessions).values({ ...session, expiresAt: new Date(Date.now() + 86_400_000) });
  await database.close();
  const claims = { userId, sessionId: session.id, sessionVersion: 1, deviceId: session.deviceId, roles };
  const keys = openKeys({ current: tokenKey }, dataDir);
  const token = await signAccessToken(keys, { ...claims, impersonatedId: null, impersonatorId: null });
  return { token, userId, companyId: company.id };
}
