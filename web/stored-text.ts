/** The only module that uses the browser's storages (oxlint.config.ts). */
export type StorageName = 'localStorage' | 'sessionStorage';

/** What a full or forbidden storage did not take. It lasts until the page is reloaded, so that every screen works. */
const refused = new Map<string, string>();

function attempt<Result>(storage: StorageName, action: (kept: Storage) => Result): Result | undefined {
  try {
    return action(globalThis[storage]);
  } catch {
    return undefined;
  }
}

/** Keeps a text in this browser, or in this tab. Values with a schema are in `stored.ts`, which the first load does not need. */
export function storedText(key: string, storage: StorageName = 'localStorage') {
  return {
    read: (): string | null => attempt(storage, (kept) => kept.getItem(key)) ?? refused.get(key) ?? null,
    /** Returns false if the text will be lost with the page. */
    write: (text: string): boolean => {
      refused.delete(key);
      const isKept = attempt(storage, (kept) => (kept.setItem(key, text), true)) ?? false;
      if (isKept) return true;
      attempt(storage, (kept) => kept.removeItem(key));
      refused.set(key, text);
      return false;
    },
    clear: (): void => {
      refused.delete(key);
      attempt(storage, (kept) => kept.removeItem(key));
    },
  };
}

export const keysOf = (storage: StorageName): string[] => attempt(storage, (kept) => Object.keys(kept)) ?? [];

/** Removes everything that this browser keeps beyond the tab, except one key. */
export function clearStored(exceptKey: string): void {
  for (const key of [...keysOf('localStorage'), ...refused.keys()]) if (key !== exceptKey) storedText(key).clear();
}
