import { useMemo, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import { keysOf, type StorageName, storedText } from './stored-text.ts';

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

type Options<Value> = {
  /** `sessionStorage` ends with the tab. */
  storage?: StorageName;
  /** The time in milliseconds from which a value counts as absent. */
  until?: (value: Value) => number;
};

/**
 * Keeps a value in this browser as JSON. The owner separates people, companies or fields that have a value each. What does not
 * match the schema, such as a value of an older version, counts as absent.
 */
export function stored<Value>(
  name: string,
  schema: z.ZodMiniType<Value>,
  { storage = 'localStorage', until = () => Infinity }: Options<Value> = {},
) {
  const textOf = (owner: string) => storedText(owner ? `${name}:${owner}` : name, storage);
  const parse = (text: string | null): Value | null => {
    if (text === null) return null;
    try {
      const value = schema.parse(JSON.parse(text));
      return until(value) > Date.now() ? value : null;
    } catch {
      return null;
    }
  };
  const read = (owner = ''): Value | null => parse(textOf(owner).read());
  return {
    read,
    write: (value: Value, owner = ''): void => {
      textOf(owner).write(JSON.stringify(value));
      notify();
    },
    clear: (owner = ''): void => {
      textOf(owner).clear();
      notify();
    },
    /** The values of all owners whose name begins with `start`, in the order of the storage. */
    find: (start: string): { owner: string; value: Value }[] =>
      keysOf(storage)
        .filter((key) => key.startsWith(`${name}:${start}`))
        .map((key) => key.slice(name.length + 1))
        .flatMap((owner) => {
          const value = read(owner);
          return value === null ? [] : [{ owner, value }];
        }),
    /** Deletes the values that count as absent. */
    sweep: (): void => {
      for (const key of keysOf(storage)) {
        const text = storedText(key, storage);
        if (key.startsWith(`${name}:`) && parse(text.read()) === null) text.clear();
      }
    },
    /** The value in a component, updated when this or another tab changes it. */
    useValue: (owner = ''): Value | null => {
      const text = useSyncExternalStore(watch, textOf(owner).read);
      return useMemo(() => parse(text), [text]);
    },
  };
}
