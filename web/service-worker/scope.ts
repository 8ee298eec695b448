/** The parts of a service worker's scope that are used. TypeScript has them in another library than those of pages. */
export type Scope = {
  addEventListener: ((type: 'install', listener: (event: InstallEvent) => void) => void) &
    ((type: 'activate', listener: (event: ExtendableEvent) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: NotificationEvent) => void) => void);
  skipWaiting: () => Promise<void>;
  registration: {
    showNotification: (title: string, options: NotificationOptions) => Promise<void>;
    navigationPreload?: { enable: () => Promise<void> };
  };
  clients: {
    openWindow: (url: string) => Promise<unknown>;
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly { url: string }[]>;
  };
  cookieStore?: { get: (name: string) => Promise<{ value?: string } | null> };
};

type ExtendableEvent = { waitUntil: (work: Promise<unknown>) => void };
type Route = { condition: { not: { requestMode: 'navigate' } }; source: 'network' };
type InstallEvent = ExtendableEvent & { addRoutes?: (routes: readonly Route[]) => Promise<void> };
export type FetchEvent = ExtendableEvent & {
  request: Request;
  /** The answer to a request that the browser sent while the worker was starting. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
};
type PushEvent = ExtendableEvent & { data: { json: () => unknown } | null };
type NotificationEvent = ExtendableEvent & { notification: { close: () => void; data: { path: string } } };
