/**
 * Writes `server/auth/passwords/breached-passwords.bin` from a list of leaked passwords, the most common first, with one
 * password per line (`docs/dependencies.md`): `node tests/bench/breached-passwords.ts LIST`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { breachedPasswordsFile, computeFingerprint } from '#server/auth/passwords/common-passwords.ts';
import { passwordField } from '#shared/fields.ts';

const maxCommonPasswords = 100_000;

const [listFile = ''] = process.argv.slice(2);
const listedFingerprints = new Set<number>();
for (const password of readFileSync(listFile, 'utf8').split(/\r?\n/).filter(Boolean)) {
  // The list leaves out rarer passwords that our rules reject, because nobody can choose them anyway.
  if (listedFingerprints.size < maxCommonPasswords || passwordField.safeParse(password).success)
    listedFingerprints.add(computeFingerprint(password));
}
const fingerprints = Uint32Array.from(listedFingerprints).toSorted();
const bytes = Buffer.alloc(fingerprints.length * 4);
for (const [index, fingerprint] of fingerprints.entries()) bytes.writeUInt32BE(fingerprint, index * 4);
writeFileSync(breachedPasswordsFile, bytes);
console.log(`${fingerprints.length} passwords in ${bytes.length} bytes`);
