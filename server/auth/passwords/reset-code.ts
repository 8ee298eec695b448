import { createHmac, randomInt } from 'node:crypto';
import { resetCodeAlphabet, resetCodeLength } from '#shared/accounts/reset-code.ts';
import type { Keys } from '#server/session/keys.ts';

export function makeResetCode(): string {
  return Array.from({ length: resetCodeLength }, () => resetCodeAlphabet[randomInt(resetCodeAlphabet.length)]).join('');
}

/** Keyed, because eight characters alone could be found again from a plain hash. */
export function hashOfResetCode({ resetCode }: Pick<Keys, 'resetCode'>, code: string): string {
  return createHmac('sha256', resetCode).update(code).digest('hex');
}
