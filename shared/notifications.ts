/** What a company's people are told of (`spec: work §4 Notification kinds`): by mail, and in the app. */
export const notificationKinds = ['new_job', 'failed_payments', 'boost_job', 'auto_renew_job', 'renew_job'] as const;
export type NotificationKind = (typeof notificationKinds)[number];
