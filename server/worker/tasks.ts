import { sql } from 'drizzle-orm';
import { sweepAdMedia } from '#server/ads/ad-media.ts';
import { sweepImpressions } from '#server/ads/count-ad-event.ts';
import { countCandidates, dueCandidates } from '#server/applicants/candidates.ts';
import { dueBoosts, sendBoostEmails } from '#server/applicants/mail-boosted.ts';
import { dueNotSelected, tellNotSelected } from '#server/applicants/notify-not-selected.ts';
import { dueAnswerTimes, refreshAnswerTimes } from '#server/applicants/refresh-answer-times.ts';
import { dueFollowUps, remindOfFollowUps } from '#server/applicants/remind-of-follow-ups.ts';
import { dueUnanswered, remindOfUnanswered } from '#server/applicants/remind-of-unanswered.ts';
import { sweepAudit } from '#server/audit/audit.ts';
import { resealSecrets } from '#server/auth/factors/totp.ts';
import { dueResets, issueResetCodes } from '#server/auth/passwords/reset-password.ts';
import { dueCardNotices, dueReminders, sendCardNotices, remindOfInvoices } from '#server/billing/remind.ts';
import { dueRefunds, sweepRefunds } from '#server/billing/settle-refund.ts';
import { dueCharges, sweepCharges, sweepIdempotencyKeys } from '#server/billing/sweep-charges.ts';
import { announceRenewals, dueRenewalNotices, renewDue } from '#server/checkout/auto-renew.ts';
import { createEffectsResolver } from '#server/checkout/charge-effects.ts';
import { dueRenewals } from '#server/checkout/claim-renewals.ts';
import { recheckCarriers } from '#server/company/check-carriers-again.ts';
import { resealProviderSecrets } from '#server/company/sign-in/update-provider.ts';
import { sweepPhotos } from '#server/company/upload-photos.ts';
import { type DueRows, oldestDueTime } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { sweepClosedCompanies } from '#server/deletion/sweep-companies.ts';
import { sweepApplications, sweepInvitations } from '#server/drivers/erase-driver.ts';
import { dueNewJobs, matchNewJobs } from '#server/drivers/saved-searches/match-jobs.ts';
import { dueJobAlerts, notifyMatches } from '#server/drivers/saved-searches/notify-matches.ts';
import {
  newRefresh,
  type RefreshProgress,
  refreshSavedSearches,
  sweepJobAlerts,
  sweepSearchMatches,
} from '#server/drivers/saved-searches/refresh-searches.ts';
import { dueInterviewReminders, remindOfInterviews } from '#server/interviews/remind-of-interviews.ts';
import { dueExpiry, dueSchedule, expireJobs, postScheduled } from '#server/jobs/due.ts';
import { sweepJobMedia } from '#server/jobs/job-media.ts';
import { sweepJobViewers } from '#server/jobs/public-search.ts';
import { deliverMail, dueMails } from '#server/mail/deliver.ts';
import { sweepOutbox } from '#server/mail/outbox.ts';
import type { Transport } from '#server/mail/transport.ts';
import { sweepDocuments } from '#server/media/store-document.ts';
import { sweepPictures } from '#server/media/store-image.ts';
import { sweepUploads } from '#server/media/upload-row.ts';
import { dueRecipients, sendBatches } from '#server/messages/batch.ts';
import { duePosts, publishScheduled, sweepDeletedPosts } from '#server/news/update-post.ts';
import { sweepNewsPictures } from '#server/news/upload-image.ts';
import { sweepNotifications } from '#server/notifications/inbox.ts';
import { dueDigests, sendDigests } from '#server/notifications/send-digests.ts';
import { duePushes, sendPushes } from '#server/notifications/send-pushes.ts';
import { forwardSecurityEvents, sweepSecurityEvents } from '#server/security/forward-events.ts';
import type { Services } from '#server/services.ts';
import { sweepExpired } from '#server/session/sessions.ts';
import { deliverTexts, dueTexts } from '#server/sms/deliver-texts.ts';

/**
 * A task with due rows runs when the check of each second finds one, and claims the rows by the same declaration. A task
 * without due rows runs every `everyMs`.
 */
export type Task = ({ due: DueRows; everyMs?: number } | { due?: undefined; everyMs: number }) & {
  /** Returns how many rows it handled. */
  run: (services: Services, transport: Transport, memory: WorkerMemory) => Promise<number>;
};

/** What a worker remembers between the runs of its tasks. */
export type WorkerMemory = { searchRefresh: RefreshProgress };
export const newMemory = (): WorkerMemory => ({ searchRefresh: newRefresh() });

const minute = 60_000;

/** All worker tasks in the order in which they run. `everyMs` is the minimum time between two runs on one server. */
export const tasks: Record<string, Task> = {
  charges: { due: dueCharges, run: (services) => sweepCharges(services, createEffectsResolver(services.events)) },
  refunds: { due: dueRefunds, run: (services) => sweepRefunds(services) },
  'invoice reminders': { due: dueReminders, run: ({ db }) => remindOfInvoices(db) },
  'card notices': { due: dueCardNotices, run: ({ db }) => sendCardNotices(db) },
  schedule: { due: dueSchedule, run: (services) => postScheduled(services) },
  renewals: { due: dueRenewals, run: renewDue },
  expiry: { due: dueExpiry, run: (services) => expireJobs(services) },
  'renewal notices': { due: dueRenewalNotices, run: (services) => announceRenewals(services) },
  // Counts ten jobs per second and reports none of them as handled, so that a long list of due jobs does not delay emails
  // and pages.
  candidates: { due: dueCandidates, everyMs: 1000, run: ({ db }) => countCandidates(db).then(() => 0) },
  // For ten companies per second, which it does not report as handled, for the same reason.
  'answer times': { due: dueAnswerTimes, everyMs: 1000, run: ({ db }) => refreshAnswerTimes(db).then(() => 0) },
  'message batches': { due: dueRecipients, run: (services) => sendBatches(services) },
  boosts: { due: dueBoosts, run: ({ db }) => sendBoostEmails(db) },
  'not selected': { due: dueNotSelected, run: (services) => tellNotSelected(services) },
  'interview reminders': { due: dueInterviewReminders, run: (services) => remindOfInterviews(services) },
  // Before the daily emails, which have a line for the reminders of the day.
  'follow-up reminders': { due: dueFollowUps, run: (services) => remindOfFollowUps(services) },
  'answer reminders': { due: dueUnanswered, run: (services) => remindOfUnanswered(services) },
  'new jobs': { due: dueNewJobs, run: ({ db }) => matchNewJobs(db) },
  'job alerts': { due: dueJobAlerts, run: (services) => notifyMatches(services) },
  'daily emails': { due: dueDigests, run: ({ db }) => sendDigests(db) },
  resets: { due: dueResets, run: issueResetCodes },
  mail: { due: dueMails, run: ({ db, settings }, transport) => deliverMail(db, transport, settings.publicUrl) },
  texts: { due: dueTexts, run: (services) => deliverTexts(services) },
  'push notifications': { due: duePushes, run: (services) => sendPushes(services) },
  news: { due: duePosts, run: ({ db }) => publishScheduled(db) },
  'deleted posts': { everyMs: 10 * minute, run: ({ db }) => sweepDeletedPosts(db) },
  sweep: { everyMs: 10 * minute, run: ({ db }) => sweepExpired(db) },
  'factor keys': { everyMs: 10 * minute, run: (services) => resealSecrets(services) },
  'provider keys': { everyMs: 10 * minute, run: (services) => resealProviderSecrets(services) },
  'idempotency keys': { everyMs: 60 * minute, run: ({ db }) => sweepIdempotencyKeys(db) },
  pictures: { everyMs: 60 * minute, run: ({ db, media }) => sweepPictures(db, media) },
  documents: { everyMs: 10 * minute, run: ({ db, media }) => sweepDocuments(db, media) },
  notifications: { everyMs: 10 * minute, run: ({ db }) => sweepNotifications(db) },
  'job viewers': { everyMs: 10 * minute, run: ({ db }) => sweepJobViewers(db) },
  // A thousand searches per second, which it does not report as handled, for the same reason as the candidates.
  'saved searches': {
    everyMs: 1000,
    run: ({ db }, _transport, { searchRefresh }) => refreshSavedSearches(db, searchRefresh).then(() => 0),
  },
  'old matches': { everyMs: minute, run: ({ db }) => sweepSearchMatches(db) },
  'old alert times': { everyMs: 60 * minute, run: ({ db }) => sweepJobAlerts(db) },
  'news pictures': { everyMs: 60 * minute, run: sweepNewsPictures },
  'old ad events': { everyMs: 10 * minute, run: ({ db }) => sweepImpressions(db) },
  'ad media': { everyMs: 60 * minute, run: (services) => sweepAdMedia(services) },
  'job media': { everyMs: 60 * minute, run: (services) => sweepJobMedia(services) },
  'security events': { everyMs: 5000, run: (services) => forwardSecurityEvents(services) },
  'old security events': { everyMs: 60 * minute, run: (services) => sweepSecurityEvents(services) },
  'old audit entries': { everyMs: 60 * minute, run: ({ db, settings }) => sweepAudit(db, settings.retentionDays.audit) },
  'old emails': { everyMs: 60 * minute, run: ({ db, settings }) => sweepOutbox(db, settings.retentionDays.outbox) },
  'old applications': {
    everyMs: 60 * minute,
    run: ({ db, settings }) => sweepApplications(db, settings.retentionDays.applications),
  },
  'old invitations': {
    everyMs: 60 * minute,
    run: ({ db, settings }) => sweepInvitations(db, settings.retentionDays.applications),
  },
  'closed companies': { everyMs: 60 * minute, run: (services) => sweepClosedCompanies(services) },
  'company photos': { everyMs: 60 * minute, run: (services) => sweepPhotos(services) },
  carriers: { everyMs: minute, run: (services) => recheckCarriers(services) },
  uploads: { everyMs: 10 * minute, run: (services) => sweepUploads(services, services.settings.dataDir) },
};

export const tasksWithRows = Object.entries(tasks).flatMap(([name, { due }]) => (due ? [{ name, due }] : []));

/** The tasks that have due rows, with one query that reads an index for each. */
export async function dueTasks(db: Database, now = new Date()): Promise<string[]> {
  const names = tasksWithRows.map(
    ({ name, due }) => sql`case when ${oldestDueTime(due, now)} is not null then ${name}::text end`,
  );
  const [row] = await db.execute<{ due: string }>(sql`select concat_ws(',', ${sql.join(names, sql`, `)}) as due`);
  return row?.due ? row.due.split(',') : [];
}
