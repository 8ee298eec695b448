import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulatorKeys } from './simulator.ts';

let folders: string[];
beforeEach(() => {
  folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'haulboard-keys-')));
});
afterEach(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

test('every installation has keys of its own, which its nodes share and keep', () => {
  const [one = '', other = ''] = folders;
  const keys = simulatorKeys(undefined, one);
  expect(keys.apiKey).toMatch(/^api_.{32}$/);
  expect(keys.publicKey).toMatch(/^pub_.{32}$/);
  expect(new Set(Object.values(keys)).size).toBe(3);
  expect(simulatorKeys(undefined, one)).toEqual(keys);
  expect(simulatorKeys(undefined, other)).not.toEqual(keys);
  const file = join(one, 'keys', 'simulator.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Object.values(keys)).not.toContain(readFileSync(file, 'utf8'));
});

test('nodes with folders of their own agree by a setting', () => {
  const [one = '', other = ''] = folders;
  const secret = 'x'.repeat(32);
  expect(simulatorKeys(secret, one)).toEqual(simulatorKeys(secret, other));
  expect(simulatorKeys(secret, one)).not.toEqual(simulatorKeys(undefined, one));
});
