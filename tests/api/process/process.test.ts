// @engine embedded
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDataFolder } from '#tests/helpers/database.ts';
import { freePort, type RunningServer, startServer } from '#tests/helpers/server.ts';

const root = new URL('../../..', import.meta.url).pathname;
const run = promisify(execFile);

/** Starts a process that is expected to fail, and returns its exit code and output. */
async function expectRefusal(
  env: Record<string, string>,
  [command = 'server/main.ts', ...options]: readonly string[] = [],
): Promise<{ code: unknown; stderr: string }> {
  const settings = { PATH: process.env['PATH'] ?? '', PORT: String(await freePort()), ...env };
  try {
    const child = run(process.execPath, [command, ...options], { cwd: root, env: settings, timeout: 60_000 });
    child.child.stdin?.end('Long#Enough-2026\n');
    await child;
    throw new Error('It started');
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    return { code, stderr: stderr ?? String(error) };
  }
}

let dataDir: string;
let server: RunningServer;
beforeAll(async () => {
  dataDir = createDataFolder();
  server = await startServer({ dataDir, env: { DEMO: 'on' } });
}, 150_000);
afterAll(async () => {
  await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

test('wrong settings are named, each on its line, and nothing starts', async () => {
  const { code, stderr } = await expectRefusal({ PORT: 'eighty', WORKER: 'maybe', DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(stderr).toMatch(/PORT: .*\n.*WORKER: /);
  expect(stderr).not.toMatch(/at .*\.ts/);
});

test('production does not start with simulated payments by default', async () => {
  for (const command of ['server/main.ts', 'server/commands/start.ts']) {
    const { code, stderr } = await expectRefusal({ NODE_ENV: 'production', DATA_DIR: dataDir }, [command]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/CELERO_URL[\s\S]*GATEWAY: .*simulator/)]);
    expect(stderr).not.toMatch(/at .*\.ts/);
  }
});

test('a database server without NODE_ENV starts only with what production demands', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', PUBLIC_URL: 'http://jobs.example.com', DATA_DIR: dataDir };
  for (const command of ['server/main.ts', 'server/commands/start.ts']) {
    const withoutGateway = await expectRefusal(env, [command]);
    expect([withoutGateway.code, withoutGateway.stderr]).toEqual([1, expect.stringMatching(/GATEWAY: [\s\S]*NODE_ENV: /)]);
    const unencrypted = await expectRefusal({ ...env, GATEWAY: 'simulator' }, [command]);
    expect([unencrypted.code, unencrypted.stderr]).toEqual([1, expect.stringMatching(/PUBLIC_URL: [\s\S]*NODE_ENV: /)]);
  }
  const inDevelopment = await expectRefusal({ ...env, NODE_ENV: 'development' });
  expect(inDevelopment.stderr).toContain('Wrong settings:\n  DATABASE_URL: ');
});

test('a second process on the same data folder is rejected with a clear message', async () => {
  const { code, stderr } = await expectRefusal({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(stderr).toMatch(/in use by another process/);
  expect(stderr).not.toMatch(/at .*\.ts/);
});

test.each([
  ['PORT', () => ({ PORT: new URL(server.url).port })],
  ['HOST', () => ({ HOST: 'not..host' })],
  ['HOST', () => ({ HOST: '192.0.2.1' })],
  ['HOST', () => ({ HOST: 'unknown.invalid' })],
  ['DATA_DIR', () => ({ DATA_DIR: join(dataDir, 'taken') })],
  ['DATABASE_URL', () => ({ NODE_ENV: 'test', DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' })],
])('what cannot be had is named by its setting, %s', async (name, env) => {
  const ownFolder = mkdtempSync(join(tmpdir(), 'haulboard-refused-'));
  writeFileSync(join(dataDir, 'taken'), '');
  const { code, stderr } = await expectRefusal({ DATA_DIR: ownFolder, DEMO: 'off', ...env() });
  rmSync(ownFolder, { recursive: true, force: true });
  expect(code).toBe(1);
  expect(stderr).toContain(`Wrong settings:\n  ${name}: `);
  expect(stderr).not.toMatch(/at .*\.ts/);
});

describe.each([
  ['migrate'],
  ['seed'],
  ['backup', '--to', 'a-folder-that-is-not-made'],
  ['restore', '--from', 'no-folder'],
  ['create-admin', '--email', 'first@test.example'],
])('the command %s', (name, ...options) => {
  const command = [`server/commands/${name}.ts`, ...options];

  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' }],
  ])('says in words that %s is wrong', async (setting, env) => {
    const { code, stderr } = await expectRefusal({ DATA_DIR: dataDir, ...env }, command);
    expect(code).toBe(1);
    expect(stderr).toContain(`Wrong settings:\n  ${setting}: `);
    expect(stderr).not.toMatch(/at .*\.ts/);
  });
});

test.each(['migrate', 'seed', 'backup', 'restore', 'create-admin'])(
  'the command %s says which option it does not know',
  async (name) => {
    const { code, stderr } = await expectRefusal({ DATA_DIR: dataDir }, [`server/commands/${name}.ts`, '--unheard-of']);
    expect(code).toBe(1);
    expect(stderr).toContain('--unheard-of');
    expect(stderr).not.toMatch(/at .*\.ts/);
  },
);

test('it answers for its health and announces the demo', async () => {
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
  expect(server.output()).toContain('companyadmin@demo.example');
});

describe('the simulated gateway of the demo', () => {
  const statusOf = async (path: string, headers = {}) => (await fetch(`${server.url}${path}`, { headers })).status;

  test('shows its ledger to everyone, and its API only with the key', async () => {
    expect(await statusOf('/gateway/ledger')).toBe(200);
    expect(await statusOf('/gateway/api/transaction/x')).toBe(401);
    expect(await statusOf('/gateway/api/transaction/x', { authorization: 'api_simulator' })).toBe(401);
  });

  test('takes a card in its fields, and the product charges it', async () => {
    const call = async (path: string, body: object, token?: string) => {
      const answer = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { data: never; token?: string };
    };
    const session = { email: 'companyadmin@demo.example', password: 'Demo#2026', device_id: 'simulator', role: 'employer' };
    const { accessToken } = (await call('/api/1.0/auth/login', session)).data as { accessToken: string };
    const config = await fetch(`${server.url}/trpc/billing.gatewayConfig`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const { result } = (await config.json()) as { result: { data: { publicKey: string; gatewayUrl: string } } };
    expect(result.data.gatewayUrl).toBe(`${server.url}/gateway`);
    const card = { number: '4111111111111111', exp: '12/39', cvv: '123' };
    const { token } = await call(`/gateway/api/tokenizer/${result.data.publicKey}`, card);
    const stored = await call(
      '/api/1.0/payment/company/billing',
      { card_token: token, card_holder_name: 'Dana Whitfield' },
      accessToken,
    );
    expect(stored.data).toMatchObject({ masked_number: expect.stringContaining('1111') });
  });
});

test('SIGTERM ends it with 0 though a live stream is open; the folder opens again', async () => {
  const login = await fetch(`${server.url}/api/1.0/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'companyadmin@demo.example', password: 'Demo#2026', device_id: 'process1', role: 'employer' }),
  });
  const { data } = (await login.json()) as { data: { accessToken: string } };
  const stream = await fetch(`${server.url}/trpc/jobs.live`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${data.accessToken}` },
  });
  expect(stream.status).toBe(200);
  const read = stream.text().catch(() => 'cut');
  expect(await server.stop()).toBe(0);
  await read;
  server = await startServer({ dataDir });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
