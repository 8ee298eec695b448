/**
 * Shows push notifications while Haulboard is not open (`docs/product/jobs.md#push-notifications`). It keeps nothing and answers
 * no request of a page.
 */
import type { PushMessage } from '#shared/notifications.ts';

/** The parts of a service worker's scope that are used. TypeScript has them in another library than those of pages. */
type Scope = {
  addEventListener: ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: NotificationEvent) => void) => void);
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> };
  clients: { openWindow: (url: string) => Promise<unknown> };
};
type ExtendableEvent = { waitUntil: (work: Promise<unknown>) => void };
type PushEvent = ExtendableEvent & { data: { json: () => PushMessage } | null };
type NotificationEvent = ExtendableEvent & { notification: { close: () => void; data: { path: string } } };

const scope = globalThis as unknown as Scope;

scope.addEventListener('push', (event) => {
  const message = event.data?.json();
  if (!message) return;
  const { title, body, tag, path } = message;
  // It replaces a notification with the same tag, without another sound.
  event.waitUntil(scope.registration.showNotification(title, { body, tag, icon: '/site/icon-192.png', data: { path } }));
});

// It opens a tab of its own, because an open one may hold an unfinished form.
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(scope.clients.openWindow(event.notification.data.path));
});
