import { useMemo, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Listens to changes in this tab and, through the browser's storage event, in other tabs. */
function watch(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notify);
  };
}

/**
 * Keeps the unsent data of a form in this browser. The owner separates people or companies who share a computer. Data that
 * does not match the schema, such as a draft of an older version, is ignored.
 */
export function localDraft<Draft>(name: string, schema: z.ZodMiniType<Draft>) {
  const keyOf = (owner: string) => (owner ? `${name}:${owner}` : name);
  const parse = (text: string | null): Draft | null => {
    if (text === null) return null;
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  };
  return {
    read: (owner = ''): Draft | null => parse(localStorage.getItem(keyOf(owner))),
    write: (draft: Draft, owner = ''): void => {
      localStorage.setItem(keyOf(owner), JSON.stringify(draft));
      notify();
    },
    clear: (owner = ''): void => {
      localStorage.removeItem(keyOf(owner));
      notify();
    },
    useDraft: (owner = ''): Draft | null => {
      const text = useSyncExternalStore(watch, () => localStorage.getItem(keyOf(owner)));
      return useMemo(() => parse(text), [text]);
    },
  };
}
