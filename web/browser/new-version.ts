import { storedText } from './stored-text.ts';

/**
 * A tab that was open during an update asks for files that no longer exist when it opens another screen. It then reloads
 * (`docs/product/screens.md#messages`).
 */
const reloadedAt = storedText('reloadedAt', 'sessionStorage');
/** A file that is still missing after a reload is an error. */
const minMsBetweenReloads = 60_000;
let attempt: Promise<void> | null = null;

/** Ends when it is known that the tab stays as it is. Null if no file is missing. */
export const reloadAttempt = (): Promise<void> | null => attempt;

/** Reloads at most once a minute, and only if the server can be reached. */
async function reload(): Promise<void> {
  if (Date.now() - Number(reloadedAt.read()) < minMsBetweenReloads) return;
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return;
  if (!reloadedAt.write(String(Date.now()))) return;
  window.location.reload();
  await new Promise(() => undefined);
}

/** Vite sends this event when a file of the build cannot be loaded. Without storage, the tab stays as it is. */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', () => {
    attempt = reload().catch(() => undefined);
  });
}
