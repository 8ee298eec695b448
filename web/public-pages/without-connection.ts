import { registerWorker } from '#web/browser/register-worker.ts';

/**
 * Lets visitors and drivers read this page again without a connection (`docs/product/drivers.md#without-a-connection`). Nothing is
 * loaded before the page is complete.
 */
export function prepareForNoConnection(): void {
  if (document.documentElement.dataset['saving'] === 'true') addEventListener('load', () => void registerWorker());
}
