import { rest, type Route } from '#server/rest/table.ts';

/** What a person was told of in the app, beyond the specification's calls. */
export const notificationRoutes: readonly Route[] = [
  rest('GET', '/notifications', 'notifications.list'),
  rest('GET', '/notifications/unread', 'notifications.unread'),
  rest('POST', '/notifications/read', 'notifications.markRead'),
];
