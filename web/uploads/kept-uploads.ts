import { dayMs } from '#shared/days.ts';
import type { KeptUpload, Memory } from './upload-file.ts';

/** Uploads that a reload or a failure stopped: choosing the same file again goes on with them. */
type Stored = KeptUpload & { fileName: string; size: number; at: number };

const prefix = 'upload:';

/** The same file by name, length and date is taken for the same content. */
const keyOf = (slot: string, { name, size, lastModified }: File) => `${prefix}${slot}:${name}:${size}:${lastModified}`;

export function memoryOf(slot: string, file: File): Memory {
  const key = keyOf(slot, file);
  return {
    read: () => parse(localStorage.getItem(key)),
    write: (kept) => {
      const stored: Stored = { ...kept, fileName: file.name, size: file.size, at: Date.now() };
      localStorage.setItem(key, JSON.stringify(stored));
    },
    clear: () => localStorage.removeItem(key),
  };
}

/** What was stopped in this place; the server forgets it after a day. */
export function stoppedUpload(slot: string): (Stored & { key: string }) | null {
  const start = `${prefix}${slot}:`;
  const keys = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '');
  const found = keys
    .filter((key) => key.startsWith(start))
    .map((key) => ({ key, stored: parse(localStorage.getItem(key)) }))
    .filter(({ stored }) => stored && stored.at > Date.now() - dayMs)
    .at(-1);
  return found?.stored ? { ...found.stored, key: found.key } : null;
}

export const forgetStopped = (key: string) => localStorage.removeItem(key);

function parse(text: string | null): Stored | null {
  try {
    return text === null ? null : (JSON.parse(text) as Stored);
  } catch {
    return null;
  }
}
