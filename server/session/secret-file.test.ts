import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openKeys } from './keys.ts';
import { loadOrCreateSecret, previousTokenFile, readSecret, rotateSecret, tokenFile } from './secret-file.ts';

test('a rotation keeps the key before, which is accepted besides, and drops the one before that', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-keys-'));
  const first = loadOrCreateSecret(dataDir, tokenFile);
  expect(openKeys({ current: undefined }, dataDir).previous).toBeNull();
  rotateSecret(dataDir);
  const second = loadOrCreateSecret(dataDir, tokenFile);
  expect(second).not.toBe(first);
  expect(readSecret(dataDir, previousTokenFile)).toBe(first);
  const keys = openKeys({ current: undefined }, dataDir);
  expect(keys.previous?.id).toBe(openKeys({ current: first }, dataDir).id);
  expect(keys.id).not.toBe(keys.previous?.id);
  rotateSecret(dataDir);
  expect(readSecret(dataDir, previousTokenFile)).toBe(second);
  for (const name of [tokenFile, previousTokenFile]) expect(statSync(join(dataDir, 'keys', name)).mode & 0o777).toBe(0o600);
  expect(existsSync(join(dataDir, 'keys', `${tokenFile}.next`))).toBe(false);
  rmSync(dataDir, { recursive: true });
});
