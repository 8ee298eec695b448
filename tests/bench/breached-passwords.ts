/**
 * Writes `server/auth/passwords/breached-passwords.bin` from a list of leaked passwords, the most common first, one a line
 * (`docs/dependencies.md`): `node tests/bench/breached-passwords.ts LIST`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { breachedPasswordsFile, fingerprintOf } from '#server/auth/passwords/common-passwords.ts';
import { passwordField } from '#shared/fields.ts';

const maxCommon = 100_000;

const [list = ''] = process.argv.slice(2);
const chosen = new Set<number>();
for (const password of readFileSync(list, 'utf8').split(/\r?\n/).filter(Boolean)) {
  // Rarer passwords are listed only if someone could choose them here.
  if (chosen.size < maxCommon || passwordField.safeParse(password).success) chosen.add(fingerprintOf(password));
}
const fingerprints = Uint32Array.from(chosen).toSorted();
const bytes = Buffer.alloc(fingerprints.length * 4);
for (const [index, fingerprint] of fingerprints.entries()) bytes.writeUInt32BE(fingerprint, index * 4);
writeFileSync(breachedPasswordsFile, bytes);
console.log(`${fingerprints.length} passwords in ${bytes.length} bytes`);
