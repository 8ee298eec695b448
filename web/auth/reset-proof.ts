import { resetCodeMinutes } from '#shared/accounts/reset-code.ts';

const key = 'resetProof';

export type ResetProof = { email: string; code: string };

/** A code that was found good, on its way to the screen that sets the new password; it does not travel in the URL. */
export function keepResetProof({ email, code }: ResetProof): void {
  sessionStorage.setItem(key, JSON.stringify({ email, code, until: Date.now() + resetCodeMinutes * 60 * 1000 }));
}

/** Null when there is none, or it has been dead for sure. */
export function heldResetProof(): ResetProof | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { email, code, until } = kept as Record<string, unknown>;
    const isWhole = typeof email === 'string' && typeof code === 'string' && typeof until === 'number';
    return isWhole && until > Date.now() ? { email, code } : null;
  } catch {
    return null;
  }
}

export function forgetResetProof(): void {
  sessionStorage.removeItem(key);
}
