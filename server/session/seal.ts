import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a secret for the database. `owner` is the id of the row that it belongs to: it opens for no other. */
export function seal(key: Buffer, secret: Buffer, owner: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([iv, sealed, sealing.getAuthTag()]).toString('base64url');
}

/** @throws Error when the text was sealed with another key or for another owner, or was changed */
export function unseal(key: Buffer, sealed: string, owner: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([opening.update(bytes.subarray(ivBytes, -tagBytes)), opening.final()]);
}
