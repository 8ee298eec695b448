import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The files of the signing key, and of the one before the last rotation (`docs/keys.md`). */
export const tokenFile = 'token.key';
export const previousTokenFile = 'token.previous.key';

/** Reads a secret from the data folder. Null if there is none. */
export function readSecret(dataDir: string, name: string): string | null {
  const file = join(dataDir, 'keys', name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Replaces the signing key in the data folder. The previous key is kept next to it until the next rotation. */
export function rotateSecret(dataDir: string): void {
  loadOrCreateSecret(dataDir, tokenFile);
  const folder = join(dataDir, 'keys');
  copyFileSync(join(folder, tokenFile), join(folder, previousTokenFile));
  chmodSync(join(folder, previousTokenFile), 0o600);
  const draft = join(folder, `${tokenFile}.next`);
  writeFileSync(draft, newSecret(), { mode: 0o600 });
  renameSync(draft, join(folder, tokenFile));
}

export const newSecret = (): string => randomBytes(48).toString('base64url');

/**
 * Reads a secret from the data folder, or creates a random one that only the owner can read. If several processes start at the
 * same time, all use the secret of the first, and none reads a half-written file.
 */
export function loadOrCreateSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'keys');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    const draft = join(folder, `${name}.${process.pid}-${randomBytes(6).toString('hex')}`);
    writeFileSync(draft, newSecret(), { mode: 0o600, flag: 'wx' });
    try {
      linkSync(draft, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}
