// @engine embedded
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { createDataFolder } from '#tests/helpers/database.ts';

const run = promisify(execFile);
const dataDir = createDataFolder();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const amounts = ['--companies', '1', '--jobs', '2', '--drivers', '2', '--applications', '2'];

/** Runs the command on a separate embedded database and returns its output. */
async function seed(...options: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  const child = run(process.execPath, ['server/commands/seed.ts', ...amounts, ...options], { env, timeout: 120_000 });
  return child.then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );
}

test('seeding again adds other data; seeding the same data is rejected with a message', { timeout: 360_000 }, async () => {
  expect(await seed()).toMatch(/^Generated .* with --seed 1 in /);
  expect(await seed()).toMatch(/^Generated .* with --seed 2 in /);
  expect(await seed('--seed', '2')).toBe('The data of --seed 2 are there already; leave it out, or take another number\n');
});
