import type { Events } from '#server/db/notify.ts';
import type { Database } from '#server/db/open.ts';
import { type MailData, writeEmail } from '#server/mail/outbox.ts';
import type { DriverEmailKind, DriverInboxKind } from '#shared/notifications.ts';
import type { Language } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { storeNotifications } from './store-notifications.ts';

/** Texts that a company wrote are in the members area only, and links that need no sign-in are in emails only. */
type NoticeOf<K extends DriverEmailKind> = Omit<MailData[K], 'firstName' | 'message' | 'note' | 'answer' | 'replyTo' | 'link'>;
/** The first search with new jobs and the title of the first job, and how many searches and jobs there are. */
type AlertNotice = { name: string; title: string; searches: number; count: number };
type StatusNotice = { status: 'interview' | 'hired'; company: string; title: string; applicationId: string };

/** What the inbox of a driver stores: the parameters of the email, if the notification has one. */
export type DriverNotice =
  | { [K in DriverEmailKind]: { kind: K; data: NoticeOf<K> } }[DriverEmailKind]
  | { kind: 'application_status'; data: StatusNotice }
  | { kind: 'job_alert'; data: AlertNotice };

const maxRowsPerInsert = 5000;

/**
 * Notifies drivers in the app, in the transaction that causes the notification. Their notifications belong to no company, so
 * no company and nobody who acts as one of its people reads them.
 */
export async function notifyDrivers(
  tx: Database,
  events: Events,
  notices: readonly (DriverNotice & { driverId: string })[],
): Promise<void> {
  for (let start = 0; start < notices.length; start += maxRowsPerInsert) {
    const batch = notices.slice(start, start + maxRowsPerInsert);
    await storeNotifications(
      tx,
      batch.map(({ driverId, ...notice }) => ({
        userId: driverId,
        companyId: null,
        kind: notice.kind,
        data: { ...notice.data },
        path: pathToDriverNotice(notice),
      })),
    );
    await events.publish(tx, ...batch.map(({ driverId }) => ({ type: 'notification' as const, userId: driverId })));
  }
}

/** Returns the app path that a driver's notification opens. */
export function pathToDriverNotice(notice: DriverNotice): string {
  switch (notice.kind) {
    case 'driver_message':
      return `/members/messages/${notice.data.id}`;
    case 'interview_proposed':
    case 'interview_canceled':
    case 'interview_reminder':
      return '/members/home#interviews';
    case 'application_sent':
    case 'application_status':
    case 'not_selected':
      return '/members/applications';
    case 'job_alert':
      return '/members/searches';
  }
}

/** Writes a driver's notification: the subject and preview of its email, or the new status. */
export function writeDriverNotice(kind: DriverInboxKind, data: object, language: Language): { title: string; body: string } {
  if (kind === 'application_status') {
    const { status, company, title } = data as StatusNotice;
    return { title: translatorIn(language)('notices.applicationStatus', { status, company }), body: title };
  }
  if (kind === 'job_alert') {
    const { name, title, searches, count } = data as AlertNotice;
    const t = translatorIn(language);
    const heading = searches === 1 ? t('notices.jobAlert', { name, count }) : t('notices.jobAlerts', { searches, count });
    return { title: heading, body: title };
  }
  const { subject, preview } = writeEmail(
    kind,
    { message: null, note: null, answer: null, kind: 'phone', link: '', ...data },
    '',
    language,
  );
  return { title: subject, body: preview };
}
