import { maxSeenJobs, seenJobsCache, storedNotice } from '#shared/offline.ts';

const jobPath = /^(?:\/[a-z]{2})?\/jobs\/[\da-f-]{36}$/;

/** Whether a job's public page is at the URL. It is the same for everyone. */
export const isJobPage = ({ pathname }: URL): boolean => jobPath.test(pathname);

/**
 * Stores a job's page as the last one seen. Its styles and scripts are part of it. Errors and redirects are not stored, and a job
 * that no longer exists is forgotten.
 */
export async function storeJobPage({ origin, pathname }: URL, response: Response): Promise<void> {
  const address = origin + pathname;
  if (response.status === 404 || response.status === 410) await (await caches.open(seenJobsCache)).delete(address);
  if (response.status !== 200 || response.redirected) return;
  // If the connection ends before the page is complete, the one before stays.
  const page = new Response(await response.blob(), { headers: response.headers });
  const cache = await caches.open(seenJobsCache);
  // The cache lists its pages in the order in which they were added.
  await cache.delete(address);
  await cache.put(address, page);
  const pages = await cache.keys();
  await Promise.all(pages.slice(0, -maxSeenJobs).map((oldPage) => cache.delete(oldPage)));
}

/** The page of a job as it was last seen, with a notice that says so. */
export async function findJobPage({ origin, pathname }: URL): Promise<Response | undefined> {
  const page = await caches.match(origin + pathname, { cacheName: seenJobsCache });
  if (!page) return undefined;
  const text = await page.text();
  return new Response(text.replace(storedNotice.hidden, storedNotice.shown), { headers: page.headers });
}
