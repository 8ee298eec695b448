/**
 * A tab that was open during an update asks for files that no longer exist when it opens another screen. It then loads itself
 * anew (`docs/product/screens.md#messages`).
 */
const storageKey = 'reloadedFor';
let attempt: Promise<void> | null = null;

/** Ends when it is known that the tab stays as it is. Null if no file is missing. */
export const reloadAttempt = (): Promise<void> | null => attempt;

/** Reloads once for each missing file, if the server can be reached. A file that is still missing then is an error. */
async function reloadForMissingFile({ message }: Error): Promise<void> {
  if (sessionStorage.getItem(storageKey) === message) return;
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return;
  sessionStorage.setItem(storageKey, message);
  window.location.reload();
  await new Promise(() => undefined);
}

/** Vite sends this event when a file of the build cannot be loaded. */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    attempt = reloadForMissingFile(payload);
  });
}
