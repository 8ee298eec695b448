/** Runs on the page that the service worker shows without a connection. */
import { offlinePath } from '#shared/offline.ts';
import { showStored } from './offline-lists.ts';
import { onRestored } from './restored.ts';

const checkMs = 10_000;
const isOwnPath = location.pathname.endsWith(offlinePath);
let isLeaving = false;

/** Opens the page that was wanted. The offline page's own address leads to the jobs. */
function openPage(): void {
  if (isOwnPath) location.replace(location.pathname.replace(offlinePath, '/jobs'));
  else location.reload();
}

/** A browser only reports that a network is there, not that the server can be reached through it. */
async function openWhenConnected(): Promise<void> {
  const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(checkMs) }).catch(() => null);
  // An answer to an earlier check must not begin again to load the page.
  if (!response?.ok || isLeaving) return;
  isLeaving = true;
  openPage();
}

void showStored();
onRestored(() => {
  isLeaving = false;
  void showStored();
});
// Another tab signs out.
addEventListener('storage', () => void showStored());
addEventListener('online', () => void openWhenConnected());
setInterval(() => void openWhenConnected(), checkMs);
document.querySelector('.notice .button')?.addEventListener('click', (event) => {
  if (!isOwnPath) return;
  event.preventDefault();
  openPage();
});
