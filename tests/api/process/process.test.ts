import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type RunningServer, startServer } from '#tests/helpers/server.ts';

const root = new URL('../../..', import.meta.url).pathname;
const run = promisify(execFile);

/** Starts a process that is expected to refuse; answers how it ended and what it said. */
async function refused(
  env: Record<string, string>,
  [command = 'server/main.ts', ...options]: readonly string[] = [],
): Promise<{ code: unknown; stderr: string }> {
  const settings = { PATH: process.env['PATH'] ?? '', PORT: String(await freePort()), ...env };
  try {
    const asked = run(process.execPath, [command, ...options], { cwd: root, env: settings, timeout: 60_000 });
    asked.child.stdin?.end('Long#Enough-2026\n');
    await asked;
    throw new Error('It started');
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    return { code, stderr: stderr ?? String(error) };
  }
}

let dataDir: string;
let server: RunningServer;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'haulboard-process-'));
  server = await startServer({ dataDir, env: { DEMO: 'on' } });
}, 90_000);
afterAll(async () => {
  await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

test('wrong settings are named, each on its line, and nothing starts', async () => {
  const { code, stderr } = await refused({ PORT: 'eighty', WORKER: 'maybe', DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(stderr).toMatch(/PORT: .*\n.*WORKER: /);
  expect(stderr).not.toMatch(/at .*\.ts/);
});

test('a second process on the same data folder is refused in plain words', async () => {
  const { code, stderr } = await refused({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(stderr).toMatch(/in use by another process/);
  expect(stderr).not.toMatch(/at .*\.ts/);
});

test.each([
  ['PORT', () => ({ PORT: new URL(server.url).port })],
  ['HOST', () => ({ HOST: 'not..host' })],
  ['HOST', () => ({ HOST: '192.0.2.1' })],
  ['HOST', () => ({ HOST: 'nobody.invalid' })],
  ['DATA_DIR', () => ({ DATA_DIR: join(dataDir, 'taken') })],
  ['DATABASE_URL', () => ({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })],
])('what cannot be had is named by its setting, %s', async (name, env) => {
  const own = mkdtempSync(join(tmpdir(), 'haulboard-refused-'));
  writeFileSync(join(dataDir, 'taken'), '');
  const { code, stderr } = await refused({ DATA_DIR: own, DEMO: 'off', ...env() });
  rmSync(own, { recursive: true, force: true });
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
    ['DATABASE_URL', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }],
  ])('says in words that %s is wrong', async (setting, env) => {
    const { code, stderr } = await refused({ DATA_DIR: dataDir, ...env }, command);
    expect(code).toBe(1);
    expect(stderr).toContain(`Wrong settings:\n  ${setting}: `);
    expect(stderr).not.toMatch(/at .*\.ts/);
  });
});

test.each(['migrate', 'seed', 'backup', 'restore', 'create-admin'])(
  'the command %s says which option it does not know',
  async (name) => {
    const { code, stderr } = await refused({ DATA_DIR: dataDir }, [`server/commands/${name}.ts`, '--unheard-of']);
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

test('SIGTERM ends it with 0 though a live stream is open; the folder opens again', { timeout: 90_000 }, async () => {
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
  const started = performance.now();
  server = await startServer({ dataDir });
  expect(performance.now() - started).toBeLessThan(30_000);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
