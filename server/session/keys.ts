import { createPrivateKey, createPublicKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Role } from '#shared/access/access.ts';
import { keptSecret } from '#server/kept-secret.ts';

/** The claims of an access token. */
export type AccessClaims = {
  userId: string;
  sessionId: string;
  /** Incremented on the account to end all its sessions. */
  sessionVersion: number;
  deviceId: string;
  roles: Role[];
  impersonatedId: string | null;
  /** The administrator's id while impersonating (`act.sub`). */
  impersonatorId: string | null;
  /** The administrator's session version. */
  impersonatorVersion?: number | undefined;
  expiresAt: Date;
};

/** The keys of this installation, one per purpose. All are derived from TOKEN_KEY or from a secret in the data folder. */
export type Keys = {
  signing: KeyObject;
  verifying: KeyObject;
  refreshChain: KeyObject;
  emailCheck: Buffer;
  socialTicket: Buffer;
  streamTicket: Buffer;
  resetCode: KeyObject;
  media: Buffer;
  adSight: KeyObject;
  /** Tokens whose signature was verified with `verifying`. Verifying one costs as much as a primary-key read. */
  verified: LRUCache<string, AccessClaims>;
};

const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex');

export function openKeys(tokenKey: string | undefined, dataDir: string): Keys {
  const secret = tokenKey ?? keptSecret(dataDir, 'token.key');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'haulboard', purpose, 32));
  const signing = createPrivateKey({ key: Buffer.concat([ed25519Header, derive('access-token')]), format: 'der', type: 'pkcs8' });
  return {
    signing,
    verifying: createPublicKey(signing),
    refreshChain: createSecretKey(derive('refresh-chain')),
    emailCheck: derive('email-check'),
    socialTicket: derive('social-ticket'),
    streamTicket: derive('stream-ticket'),
    resetCode: createSecretKey(derive('reset-code')),
    media: derive('media'),
    adSight: createSecretKey(derive('ad-sight')),
    verified: new LRUCache<string, AccessClaims>({ max: 20_000 }),
  };
}
