/** Notifications to a company's people and to drivers, by email and in the app (`docs/product/jobs.md#notifications`). */
import * as z from 'zod/mini';
import { pageFields } from '#shared/lists/list.ts';
import { codes, type Entry } from './catalogues.ts';
import { idField } from './fields.ts';
import { type Text, text } from './texts/texts.ts';
import { addDays, instantOf, localDay, type TimeZone } from './time-zone.ts';

export const notificationKinds = ['new_job', 'failed_payments', 'boost_job', 'auto_renew_job', 'renew_job'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The notifications of drivers that also have an email. */
const driverEmailKinds = [
  'application_sent',
  'driver_message',
  'interview_proposed',
  'interview_canceled',
  'interview_reminder',
  'not_selected',
] as const;
export type DriverEmailKind = (typeof driverEmailKinds)[number];
/** `application_status` exists in the app only. The email of `job_alert` has more than its notification. */
const driverInboxKinds = [...driverEmailKinds, 'application_status', 'job_alert'] as const;
export type DriverInboxKind = (typeof driverInboxKinds)[number];

export const isDriverKind = (kind: InboxKind): kind is DriverInboxKind => driverInboxKinds.some((one) => one === kind);

/** After those of drivers come seven that exist in the app only, because their emails go to other people. */
export const inboxKinds = [
  ...notificationKinds,
  ...driverInboxKinds,
  'new_application',
  'job_created',
  'new_message',
  'interview',
  'mention',
  'follow_up',
  'unanswered',
] as const;
export type InboxKind = (typeof inboxKinds)[number];

/** These confirm what the reader or a colleague has done or paid, so they are in the bell only and not on devices. */
const confirmations: readonly InboxKind[] = [
  'new_job',
  'boost_job',
  'auto_renew_job',
  'renew_job',
  'job_created',
  'application_sent',
];
export const isPushed = (kind: InboxKind): boolean => !confirmations.includes(kind);

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

/**
 * A person has an inbox for the company that they work for, and one as a driver. Without a choice it is the company's, or without
 * a company the driver's.
 */
export type Inbox = 'company' | 'driver';
const inboxField = z.optional(z.enum(['company', 'driver'] satisfies Inbox[]));

export const inboxInput = z.optional(z.object({ inbox: inboxField }));
export const notificationListSchema = z.object({ ...pageFields(), unread: z.optional(z.boolean()), inbox: inboxField });
/** Without ids, all notifications of the inbox are marked as read. */
export const markReadSchema = z.object({ ids: z.optional(z.array(idField).check(z.maxLength(100))), inbox: inboxField });
/** Tells an open screen that the driver has a new notification, which the screen then loads. */
export type LiveNotificationEvent = { type: 'notification' };
export const unreadCountSchema = z.object({ count: z.int() });

/**
 * The kinds of notifications that each person of a company can configure: by email right away, once a day or never, in the app
 * or not, and on the person's devices or not.
 */
export const choiceKinds = [
  {
    code: 'new_application',
    label: text('notifications.newApplicants'),
    hint: text('notifications.newApplicantsHint'),
  },
  { code: 'mention', label: text('notifications.mentions'), hint: text('notifications.mentionsHint') },
  { code: 'new_message', label: text('notifications.replies'), hint: text('notifications.repliesHint') },
  { code: 'interview', label: text('common.interviews'), hint: text('notifications.interviewAnswersHint') },
  { code: 'follow_up', label: text('followUps.followUps'), hint: text('notifications.followUpsHint') },
  { code: 'unanswered', label: text('notifications.unanswered'), hint: text('notifications.unansweredHint') },
] as const satisfies readonly { code: InboxKind; label: Text; hint: Text }[];
export type ChoiceKind = (typeof choiceKinds)[number]['code'];

const entries = <const Code extends string>(...list: Entry<Code>[]) => list;

export const emailTimings = entries(
  { code: 'now', label: text('notifications.rightAway') },
  { code: 'daily', label: text('notifications.daily') },
  { code: 'off', label: text('common.off') },
);
export type EmailTiming = (typeof emailTimings)[number]['code'];

/** `push` has an effect only while `bell` is on, because a device gets what the bell shows. */
export type Choice = { email: EmailTiming; bell: boolean; push: boolean };
export const defaultChoice: Choice = { email: 'now', bell: true, push: true };

const choiceShape = {
  kind: z.enum(choiceKinds.map(({ code }) => code) as [ChoiceKind, ...ChoiceKind[]]),
  email: z.enum(codes(emailTimings)),
  bell: z.boolean(),
  push: z.boolean(),
};

export const notificationSettingsSchema = z.object({
  /** One entry for each kind. */
  choices: z.array(z.object(choiceShape)),
  /** Jobs whose new applicants the person does not want to be notified about. */
  mutedJobs: z.array(z.object({ id: z.string(), title: z.string() })),
  /** The time zone of the daily email, which is the company's. */
  timeZone: z.string(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** Changes one kind. Fields that are left out stay as they are. */
export const updateChoiceSchema = z.object({
  kind: choiceShape.kind,
  email: z.optional(choiceShape.email),
  bell: z.optional(choiceShape.bell),
  push: z.optional(choiceShape.push),
});
export type UpdateChoice = z.infer<typeof updateChoiceSchema>;

export const muteJobSchema = z.object({ id: idField, muted: z.boolean() });
export type MuteJob = z.infer<typeof muteJobSchema>;

/** A browser's push subscription, as `PushSubscription.toJSON()` names its parts. */
export const addPushDeviceSchema = z.object({
  endpoint: z.url().check(z.maxLength(2000)),
  /** A point on the curve P-256, 65 bytes in base64url. */
  p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
  /** A secret of 16 bytes in base64url. */
  auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  /** The server's public key with which the browser subscribed, as `publicKey` of the list of devices. */
  publicKey: z.string().check(z.regex(/^[\w-]{87}$/)),
  /**
   * The endpoint of the caller's device that this one continues: the same one after a new sign-in, or the former one after the
   * browser subscribed with a new key. If the caller has no such device, nothing changes.
   */
  replaces: z.optional(z.string().check(z.maxLength(2000))),
});
export type AddPushDevice = z.infer<typeof addPushDeviceSchema>;

export const pushDevicesSchema = z.object({
  /** The public key (VAPID) with which a browser subscribes. */
  publicKey: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      browser: z.string(),
      endpoint: z.string(),
      createdAt: z.date(),
      /** Whether it belongs to the caller's session. */
      isCurrent: z.boolean(),
    }),
  ),
});
export type PushDevices = z.infer<typeof pushDevicesSchema>;

/** What a device is sent, encrypted for it. The service worker shows it (`web/service-worker/push-messages.ts`). */
export type PushMessage = {
  title: string;
  body: string;
  /** The app path that the notification opens. */
  path: string;
  /** A notification with the same tag replaces the one before. */
  tag: string;
};

/** When daily emails are sent, in the company's time zone. */
export const digestHour = 7;

/** The next time of the daily email after an instant. */
export function nextDigestTime(timeZone: TimeZone, after: Date): Date {
  const timeOn = (day: string) => instantOf(`${day}T0${digestHour}:00`, timeZone);
  const today = localDay(timeZone, after);
  const time = timeOn(today);
  return time > after ? time : timeOn(addDays(today, 1));
}
