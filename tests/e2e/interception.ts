import type { Page } from '@playwright/test';

type Url = Parameters<Page['route']>[0];
type Handler = Parameters<Page['route']>[1];

/**
 * Lets a test answer the page's requests to an address until the returned function is called.
 *
 * Tests use it in place of Playwright's `unroute` and of `times`. When a page loses its last route, Playwright turns
 * interception off, and a request that is on its way at that moment may never be answered.
 */
export async function intercept(page: Page, url: Url, handle: Handler): Promise<() => void> {
  let isStopped = false;
  await page.route(url, (route, request) => (isStopped ? route.fallback() : handle(route, request)));
  return () => {
    isStopped = true;
  };
}

/** Lets a test answer the page's next request to an address. */
export async function interceptNext(page: Page, url: Url, handle: Handler): Promise<void> {
  const stop = await intercept(page, url, (route, request) => {
    stop();
    return handle(route, request);
  });
}

/** Makes the next call of a procedure require confirmation, as the server does ten minutes after sign-in. */
export async function requireConfirmation(page: Page, procedure: string): Promise<void> {
  const error = {
    message: 'Confirm that it’s you to continue',
    code: -32_003,
    data: { httpStatus: 403, code: 'step_up_required' },
  };
  await interceptNext(page, `**/trpc/${procedure}*`, (route) => route.fulfill({ status: 403, json: [{ error }] }));
}
