/** The only module that uses the browser's storages (oxlint.config.ts). */
export type StorageName = 'localStorage' | 'sessionStorage';

/** What a full or forbidden storage did not take. It lasts until the page is reloaded, so that every screen works. */
const unsavedTexts = new Map<string, string>();

function attempt<Result>(storage: StorageName, action: (browserStorage: Storage) => Result): Result | undefined {
  try {
    return action(globalThis[storage]);
  } catch {
    return undefined;
  }
}

/** Keeps a text in this browser, or in this tab. Values with a schema are in `stored.ts`, which the first load does not need. */
export function storedText(key: string, storage: StorageName = 'localStorage') {
  return {
    read: (): string | null => unsavedTexts.get(key) ?? attempt(storage, (browserStorage) => browserStorage.getItem(key)) ?? null,
    /** Returns false if the text will be lost with the page. The storage then still has the text before it. */
    write: (text: string): boolean => {
      const isSaved = attempt(storage, (browserStorage) => (browserStorage.setItem(key, text), true)) ?? false;
      if (isSaved) unsavedTexts.delete(key);
      else unsavedTexts.set(key, text);
      return isSaved;
    },
    clear: (): void => {
      unsavedTexts.delete(key);
      attempt(storage, (browserStorage) => browserStorage.removeItem(key));
    },
  };
}

export const keysOf = (storage: StorageName): string[] => attempt(storage, (browserStorage) => Object.keys(browserStorage)) ?? [];

/** Removes everything that this browser keeps beyond the tab, except one key. */
export function clearStored(exceptKey: string): void {
  for (const key of [...keysOf('localStorage'), ...unsavedTexts.keys()]) if (key !== exceptKey) storedText(key).clear();
}
