import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { JWTHeaderParameters } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Role } from '#shared/access/access.ts';
import { loadOrCreateSecret, previousTokenFile, readSecret, tokenFile } from './secret-file.ts';

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
export type Keys = KeySet & {
  /**
   * The keys before the last rotation (`docs/keys.md`). They no longer sign tokens, but tokens that they signed are
   * accepted until the keys are removed.
   */
  previous: KeySet | null;
  /** Caches the claims of verified tokens, because verifying a signature costs as much as a primary-key read. */
  verified: LRUCache<string, AccessClaims>;
};

export type KeySet = {
  /** Identifies the keys in the header of a token, without revealing anything about them. */
  id: string;
  signing: KeyObject;
  verifying: KeyObject;
  refreshChain: KeyObject;
  emailCheck: Buffer;
  socialTicket: Buffer;
  streamTicket: Buffer;
  resetCode: KeyObject;
  signInCode: KeyObject;
  /** Encrypts the secrets of authenticator apps and sign-in providers. */
  factorSeal: Buffer;
  ticket: Buffer;
  /** Signs the URLs of uploads that nothing shows yet. */
  uploadUrl: KeyObject;
  adImpression: KeyObject;
  /** Signs the addresses for drivers' replies by email. */
  replyAddress: KeyObject;
  /** Signs the links that turn off a kind of email. */
  unsubscribe: KeyObject;
  /** Signs the links with which drivers answer interviews. */
  interview: KeyObject;
  /** The key pair that identifies this installation to browsers' push services (VAPID, P-256), in base64url. */
  push: { publicKey: string; privateKey: string };
};

const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex');

type TokenKeys = { current: string | undefined; previous?: string | undefined };

export function openKeys({ current, previous }: TokenKeys, dataDir: string): Keys {
  const previousSecret = current === undefined ? readSecret(dataDir, previousTokenFile) : previous;
  return {
    ...keySet(current ?? loadOrCreateSecret(dataDir, tokenFile)),
    previous: previousSecret ? keySet(previousSecret) : null,
    verified: new LRUCache<string, AccessClaims>({ max: 20_000 }),
  };
}

/** Returns a function that finds the key named in a token's header. Old tokens without a key id use the current key. */
export function createKeySelector<Name extends 'verifying' | 'emailCheck' | 'socialTicket' | 'streamTicket' | 'ticket'>(
  keys: Pick<Keys, 'id' | 'previous' | Name>,
  name: Name,
) {
  return ({ kid }: Pick<JWTHeaderParameters, 'kid'>): KeySet[Name] => {
    const { previous } = keys;
    return previous && kid === previous.id ? previous[name] : keys[name];
  };
}

function keySet(secret: string): KeySet {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'haulboard', purpose, 32));
  const signing = createPrivateKey({ key: Buffer.concat([ed25519Header, derive('access-token')]), format: 'der', type: 'pkcs8' });
  return {
    id: derive('key-id').toString('base64url').slice(0, 8),
    signing,
    verifying: createPublicKey(signing),
    refreshChain: createSecretKey(derive('refresh-chain')),
    emailCheck: derive('email-check'),
    socialTicket: derive('social-ticket'),
    streamTicket: derive('stream-ticket'),
    resetCode: createSecretKey(derive('reset-code')),
    signInCode: createSecretKey(derive('email-code')),
    factorSeal: derive('factor-seal'),
    ticket: derive('ticket'),
    uploadUrl: createSecretKey(derive('upload-url')),
    adImpression: createSecretKey(derive('ad-impression')),
    replyAddress: createSecretKey(derive('reply-address')),
    unsubscribe: createSecretKey(derive('unsubscribe')),
    interview: createSecretKey(derive('interview')),
    push: pushKeys(derive('web-push')),
  };
}

function pushKeys(privateKey: Buffer): KeySet['push'] {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

const macBytes = 16;

/** The signature of a text in a link: HMAC-SHA256, shortened to 128 bits, in base64url. */
export const signLink = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, macBytes).toString('base64url');

/** Whether a signature in a link is that of the text, with the current key or the one before. */
export function isLinkSigned<Name extends 'unsubscribe' | 'uploadUrl' | 'interview'>(
  keys: Pick<Keys, Name | 'previous'>,
  name: Name,
  { text, signature }: { text: string; signature: string },
): boolean {
  const mac = Buffer.from(signature, 'base64url');
  return [keys[name], keys.previous?.[name]].some(
    (key) => key !== undefined && mac.length === macBytes && timingSafeEqual(mac, Buffer.from(signLink(key, text), 'base64url')),
  );
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a secret for the database. Only the row whose id is `owner` can decrypt it. */
export function seal(key: Buffer, secret: Buffer, owner: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([iv, sealed, sealing.getAuthTag()]).toString('base64url');
}

/** @throws Error if the text was sealed with another key or for another owner, or was changed */
export function unseal(key: Buffer, sealed: string, owner: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
}
