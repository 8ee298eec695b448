/** Notifications to a company's people, by email and in the app (`docs/product/jobs.md#notifications`). */
import * as z from 'zod/mini';
import { idField } from './fields.ts';
import { pageFields } from '#shared/lists/list.ts';

export const notificationKinds = ['new_job', 'failed_payments', 'boost_job', 'auto_renew_job', 'renew_job'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The last three exist in the app only, because their emails go to other people. */
export const inboxKinds = [...notificationKinds, 'new_application', 'job_created', 'new_message'] as const;
export type InboxKind = (typeof inboxKinds)[number];

export const notificationItemSchema = z.object({
  id: z.string(),
  kind: z.enum(inboxKinds),
  title: z.string(),
  body: z.string(),
  /** The app path that the notification opens. */
  path: z.string(),
  createdAt: z.date(),
  readAt: z.nullable(z.date()),
});
export type NotificationItem = z.infer<typeof notificationItemSchema>;

export const notificationListSchema = z.object({ ...pageFields(), unread: z.optional(z.boolean()) });
/** Without ids, all notifications are marked as read. */
export const markReadSchema = z.object({ ids: z.optional(z.array(idField).check(z.maxLength(100))) });
export const unreadCountSchema = z.object({ count: z.int() });
