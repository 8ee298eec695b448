import { sweepAdMedia } from '#server/ads/ad-media.ts';
import { sweepSightings } from '#server/ads/count-sight.ts';
import { countCandidates } from '#server/applicants/count-candidates.ts';
import { mailBoosted } from '#server/applicants/mail-boosted.ts';
import { issueResetCodes } from '#server/auth/passwords/ask-reset-code.ts';
import { sweepIdempotencyKeys } from '#server/billing/idempotency-keys.ts';
import { noticeCards, remindOfInvoices } from '#server/billing/remind.ts';
import { sweepRefunds } from '#server/billing/settle-refund.ts';
import { sweepCharges } from '#server/billing/sweep-charges.ts';
import { announceRenewals } from '#server/checkout/announce-renewals.ts';
import { renewDue } from '#server/checkout/auto-renew.ts';
import { effectsOf } from '#server/checkout/effects.ts';
import { expireJobs, postScheduled } from '#server/jobs/due.ts';
import { sweepJobMedia } from '#server/jobs/job-media.ts';
import { sweepJobViewers } from '#server/jobs/public-count.ts';
import { deliverMail } from '#server/mail/deliver.ts';
import { sweepNotifications } from '#server/notifications/inbox.ts';
import { sweepPictures } from '#server/media/pictures.ts';
import { sweepUploads } from '#server/media/sweep-uploads.ts';
import { publishScheduled, sweepDeletedPosts } from '#server/news/due.ts';
import { sweepNewsPictures } from '#server/news/sweep-pictures.ts';
import type { Transport } from '#server/mail/transport.ts';
import type { Services } from '#server/services.ts';
import { sweepExpired } from '#server/session/sweep.ts';

type Task = (services: Services, transport: Transport) => Promise<number>;

/** For what may wait for the next second: it does not keep the clock going. */
const unhurried = () => 0;

/** What the clock does, in this order; each returns how many rows it handled. */
export const tasks: Record<string, Task> = {
  charges: (services) => sweepCharges(services, effectsOf(services.events)),
  refunds: (services) => sweepRefunds(services),
  'invoice reminders': ({ db }) => remindOfInvoices(db),
  'card notices': ({ db }) => noticeCards(db),
  schedule: (services) => postScheduled(services),
  renewals: (services) => renewDue(services),
  expiry: (services) => expireJobs(services),
  'renewal notices': (services) => announceRenewals(services),
  candidates: ({ db }) => countCandidates(db).then(unhurried),
  boosts: ({ db }) => mailBoosted(db),
  resets: (services) => issueResetCodes(services),
  mail: ({ db, settings }, transport) => deliverMail(db, transport, settings.publicUrl),
  news: ({ db }) => publishScheduled(db),
  'deleted posts': ({ db }) => sweepDeletedPosts(db),
  sweep: ({ db }) => sweepExpired(db),
  'idempotency keys': ({ db }) => sweepIdempotencyKeys(db),
  pictures: ({ db, media }) => sweepPictures(db, media),
  notifications: ({ db }) => sweepNotifications(db),
  'job viewers': ({ db }) => sweepJobViewers(db),
  'news pictures': (services) => sweepNewsPictures(services),
  'ad sightings': ({ db }) => sweepSightings(db),
  'ad media': (services) => sweepAdMedia(services),
  'job media': (services) => sweepJobMedia(services),
  uploads: (services) => sweepUploads(services, services.settings.dataDir),
};

const minute = 60_000;

/** Least milliseconds between two runs, on one node, of what nobody waits for. The others run whenever they are asked. */
export const pauses: Partial<Record<string, number>> = {
  // Ten jobs a second, and never all that came due while the product stood still: mails and pages go first.
  candidates: 1000,
  sweep: 10 * minute,
  'idempotency keys': 60 * minute,
  pictures: 60 * minute,
  'job viewers': 10 * minute,
  'news pictures': 60 * minute,
  'ad sightings': 10 * minute,
  'ad media': 60 * minute,
  'job media': 60 * minute,
  uploads: 10 * minute,
};
