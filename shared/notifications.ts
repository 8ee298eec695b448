/** What a company's people are told of (`spec: work §4 Notification kinds`): by mail, and in the app. */
import * as z from 'zod/mini';
import { idField } from './fields.ts';
import { pageFields } from '#shared/lists/list.ts';

export const notificationKinds = ['new_job', 'failed_payments', 'boost_job', 'auto_renew_job', 'renew_job'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The last two are in the app only: the poster's email about an applicant is a separate one. */
export const inboxKinds = [...notificationKinds, 'new_application', 'job_created'] as const;
export type InboxKind = (typeof inboxKinds)[number];

export const notificationItemSchema = z.object({
  id: z.string(),
  kind: z.enum(inboxKinds),
  title: z.string(),
  body: z.string(),
  /** Where it leads, from the root of the app. */
  path: z.string(),
  createdAt: z.date(),
  readAt: z.nullable(z.date()),
});
export type NotificationItem = z.infer<typeof notificationItemSchema>;

export const notificationListSchema = z.object({ ...pageFields(), unread: z.optional(z.boolean()) });
/** Without ids: all. */
export const markReadSchema = z.object({ ids: z.optional(z.array(idField).check(z.maxLength(100))) });
export const unreadCountSchema = z.object({ count: z.int() });
