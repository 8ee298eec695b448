import { readEmailsTo } from '#tests/helpers/mailbox.ts';
import { expect } from './test.ts';

/** A code that resets a password, and one that signs in or up, on a line of its own. */
export const resetCodePattern = /^[2-9A-Y]{8}$/m;
export const signInCodePattern = /^\d{6}$/m;

/** Returns the codes emailed to an address so far, the newest last. */
export async function readCodes(email: string, pattern: RegExp): Promise<string[]> {
  const emails = await readEmailsTo(process.env['E2E_DATA_DIR'] ?? '', email);
  return emails.flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
}

/** Waits until the given number of codes have arrived and returns the newest. */
export async function waitForCode(email: string, pattern: RegExp, count = 1): Promise<string> {
  await expect.poll(async () => (await readCodes(email, pattern)).length).toBe(count);
  return (await readCodes(email, pattern)).at(-1) ?? '';
}
