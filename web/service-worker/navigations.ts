import { seenJobsCache } from '#shared/offline.ts';
import { findOfflinePage, offlinePagesCache, storeOfflinePages } from './offline-pages.ts';
import type { FetchEvent, Scope } from './scope.ts';
import { findJobPage, isJobPage, storeJobPage } from './seen-jobs.ts';

/** How long a page may take to begin. A dead connection gives no answer and no error. In milliseconds. */
const maxWaitMs = 15_000;

/** Files and calls, which are no pages even if they are opened in a tab. */
const noPage = /^\/(?:api|trpc|gateway|media|feeds|assets|site)\//;

/**
 * Answers navigations from the server, and only without a connection from what is stored
 * (`docs/product/drivers.md#without-a-connection`). Requests of pages are never answered here.
 */
export function answerNavigations(scope: Scope): void {
  scope.addEventListener('install', (event) => {
    // A new worker can take over at any time, because no page needs anything from the worker that it was opened with.
    event.waitUntil(Promise.all([storeOfflinePages(), storeOpenJobs(scope), scope.skipWaiting()]));
    // All other requests go to the server without waiting for the worker to start, in browsers that can do that.
    const others = { condition: { not: { requestMode: 'navigate' } }, source: 'network' } as const;
    event.waitUntil(Promise.resolve(event.addRoutes?.([others])).catch(() => null));
  });
  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([deleteOldCaches(), scope.registration.navigationPreload?.enable()]));
  });
  scope.addEventListener('fetch', (event) => {
    const { mode, destination, method, url } = event.request;
    const isPage = mode === 'navigate' && destination === 'document' && method === 'GET';
    if (isPage && !noPage.test(new URL(url).pathname)) event.respondWith(answer(scope, event));
  });
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const oldNames = names.filter((name) => name !== seenJobsCache && name !== offlinePagesCache);
  await Promise.all(oldNames.map((name) => caches.delete(name)));
}

/** Stores the jobs whose pages were opened before there was a worker. */
async function storeOpenJobs({ clients }: Scope): Promise<void> {
  const openPages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const jobs = openPages.map(({ url }) => new URL(url)).filter(isJobPage);
  await Promise.allSettled(jobs.map(async (url) => storeJobPage(url, await fetch(url.pathname))));
}

async function answer(scope: Scope, event: FetchEvent): Promise<Response> {
  const url = new URL(event.request.url);
  const response = await load(event).catch(() => null);
  if (!response) return (await findJobPage(url)) ?? (await findOfflinePage(scope, url)) ?? Response.error();
  // The storage can be full.
  if (isJobPage(url)) event.waitUntil(storeJobPage(url, response.clone()).catch(() => null));
  return response;
}

/** @throws if there is no connection, or no answer in time */
function load({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new DOMException('', 'TimeoutError')), maxWaitMs);
  });
  const response = Promise.resolve(preloadResponse).then((preloaded) => preloaded ?? fetch(request));
  return Promise.race([response, timeout]);
}
