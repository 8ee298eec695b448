import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer } from '#shared/accounts/factors.ts';

/** Creates a software authenticator with one ECDSA passkey, and signs with it. */
export type Authenticator = {
  create: (challenge: string, site: Site) => NewPasskey;
  get: (challenge: string, site: Site, flags?: Flags) => PasskeyAnswer;
};
type Site = { origin: string; rpId: string };
type Flags = { isVerified?: boolean; counter?: number };

const userPresentFlag = 0x01;
const userVerifiedFlag = 0x04;
const credentialFlag = 0x40;
const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

export function makeAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let signatureCount = 0;
  const credentialFields = {
    id: toBase64Url(id),
    rawId: toBase64Url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };
  return {
    create: (challenge, site) => {
      const credential = Buffer.concat([Buffer.alloc(16), encodeLength(id), id, encodeCoseKey(publicKey)]);
      const authData = Buffer.concat([
        encodeAuthenticatorData(site, userPresentFlag | userVerifiedFlag | credentialFlag, 0),
        credential,
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        encodeText('fmt'),
        encodeText('none'),
        encodeText('attStmt'),
        Buffer.from([0xa0]),
        encodeText('authData'),
        encodeByteString(authData),
      ]);
      const response = {
        clientDataJSON: toBase64Url(encodeClientData('webauthn.create', challenge, site)),
        attestationObject: toBase64Url(attestationObject),
        transports: ['internal' as const],
      };
      return { ...credentialFields, response };
    },
    get: (challenge, site, { isVerified = true, counter = (signatureCount += 1) } = {}) => {
      const data = encodeAuthenticatorData(site, userPresentFlag | (isVerified ? userVerifiedFlag : 0), counter);
      const clientDataBytes = encodeClientData('webauthn.get', challenge, site);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataBytes)]), privateKey);
      const response = {
        clientDataJSON: toBase64Url(clientDataBytes),
        authenticatorData: toBase64Url(data),
        signature: toBase64Url(signature),
      };
      return { ...credentialFields, response };
    },
  };
}

const encodeClientData = (type: string, challenge: string, { origin }: Site) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function encodeAuthenticatorData({ rpId }: Site, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
}

function encodeCoseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  // The encoded map is {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([head, encodeByteString(xBytes), Buffer.from([0x22]), encodeByteString(yBytes)]);
}

const encodeLength = (bytes: Uint8Array) => Buffer.from([bytes.length >> 8, bytes.length & 0xff]);
const encodeText = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
/** Encodes a CBOR byte string of 24 to 255 bytes. */
const encodeByteString = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
