import { createPrivateKey, createPublicKey, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keys of this installation, one per purpose, all derived from TOKEN_KEY or from a secret kept in the data folder. */
export type Keys = {
  signing: KeyObject;
  verifying: KeyObject;
  refreshChain: KeyObject;
  emailCheck: Buffer;
  socialTicket: Buffer;
  resetCode: KeyObject;
  media: Buffer;
  adSight: KeyObject;
};

const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex');

export function openKeys(tokenKey: string | undefined, dataDir: string): Keys {
  const secret = tokenKey ?? keptSecret(dataDir);
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'haulboard', purpose, 32));
  const signing = createPrivateKey({ key: Buffer.concat([ed25519Header, derive('access-token')]), format: 'der', type: 'pkcs8' });
  return {
    signing,
    verifying: createPublicKey(signing),
    refreshChain: createSecretKey(derive('refresh-chain')),
    emailCheck: derive('email-check'),
    socialTicket: derive('social-ticket'),
    resetCode: createSecretKey(derive('reset-code')),
    media: derive('media'),
    adSight: createSecretKey(derive('ad-sight')),
  };
}

/** Generated once where no key is set; `wx` makes the first of two starting processes win. */
function keptSecret(dataDir: string): string {
  const folder = join(dataDir, 'keys');
  const file = join(folder, 'token.key');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!existsSync(file)) throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}
