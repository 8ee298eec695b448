import { serviceWorkerPath } from '#shared/offline.ts';

/**
 * Registers the service worker (`docs/product/drivers.md#without-a-connection`). A browser that refuses, as some do in private
 * windows, shows its own page without a connection.
 */
export async function registerWorker(): Promise<void> {
  if ('serviceWorker' in navigator) await navigator.serviceWorker.register(serviceWorkerPath).catch(() => null);
}
