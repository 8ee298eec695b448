import type { PushMessage } from '#shared/notifications.ts';
import type { Scope } from './scope.ts';

/** Shows push notifications while Haulboard is not open (`docs/product/jobs.md#push-notifications`). */
export function showPushMessages(scope: Scope): void {
  scope.addEventListener('push', (event) => {
    const message = event.data?.json() as PushMessage | undefined;
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
}
