import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = new URL('../../..', import.meta.url).pathname;
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const folder = mkdtempSync(join(tmpdir(), 'haulboard-help-'));
afterAll(() => rmSync(folder, { recursive: true }));

const scripts = Object.entries(packageJson.scripts).filter(([, script]) => script.startsWith('node '));
const namesOf = (help: string) => [...help.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name = '']) => name);

test('the commands are found', () => {
  expect(scripts.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'dev', 'test', 'check', 'seed', 'create-admin']),
  );
});

test.concurrent.each(scripts)('npm run %s -- --help prints how it is used and does nothing', async (name, script) => {
  const [, file = '', ...rest] = script.split(' ');
  const dataDir = join(folder, name);
  // Settings with which nothing could start, because help needs none.
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    PORT: 'eighty',
  };
  const { stdout, stderr } = await run(process.execPath, [file, ...rest, '--help'], { cwd: root, env });
  expect(stdout).toMatch(new RegExp(`Usage: npm (run )?${name} `));
  expect(namesOf(stdout).at(-1)).toBe('help');
  expect([stderr, existsSync(dataDir)]).toEqual(['', false]);
});

test('the help names each option with its default', async () => {
  const { stdout } = await run(process.execPath, ['server/commands/seed.ts', '-h'], { cwd: root });
  expect(namesOf(stdout)).toEqual(['companies', 'jobs', 'drivers', 'applications', 'seed', 'help']);
  expect(stdout).toMatch(/--companies <number> .*\(default: 100\)/);
});
