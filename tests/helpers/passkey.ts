import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer } from '#shared/accounts/factors.ts';

/** An authenticator in software: it makes one passkey with ECDSA and signs with it. */
export type Authenticator = {
  create: (challenge: string, site: Site) => NewPasskey;
  get: (challenge: string, site: Site, flags?: Flags) => PasskeyAnswer;
};
type Site = { origin: string; rpId: string };
type Flags = { isVerified?: boolean; counter?: number };

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

export function makeAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let uses = 0;
  const answer = { id: base64(id), rawId: base64(id), type: 'public-key' as const, clientExtensionResults: {} };
  return {
    create: (challenge, site) => {
      const credential = Buffer.concat([Buffer.alloc(16), lengthOf(id), id, coseKey(publicKey)]);
      const authData = Buffer.concat([authenticatorData(site, userPresent | userVerified | hasCredential, 0), credential]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        byteString(authData),
      ]);
      const response = {
        clientDataJSON: base64(clientData('webauthn.create', challenge, site)),
        attestationObject: base64(attestationObject),
        transports: ['internal' as const],
      };
      return { ...answer, response };
    },
    get: (challenge, site, { isVerified = true, counter = (uses += 1) } = {}) => {
      const data = authenticatorData(site, userPresent | (isVerified ? userVerified : 0), counter);
      const client = clientData('webauthn.get', challenge, site);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = { clientDataJSON: base64(client), authenticatorData: base64(data), signature: base64(signature) };
      return { ...answer, response };
    },
  };
}

const clientData = (type: string, challenge: string, { origin }: Site) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData({ rpId }: Site, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
}

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([head, byteString(xBytes), Buffer.from([0x22]), byteString(yBytes)]);
}

const lengthOf = (bytes: Uint8Array) => Buffer.from([bytes.length >> 8, bytes.length & 0xff]);
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
/** Of 24 to 255 bytes. */
const byteString = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
