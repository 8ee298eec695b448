import { and, gt, inArray, lte, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { cityState } from '#shared/format.ts';
import { jobDay, jobDeadline } from '#shared/places/place-zone.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { noticeUntil, renewedUntil } from '#shared/billing/renewal.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Services } from '#server/services.ts';
import { notifyAll } from '#server/notifications/notify.ts';
import { totalOf } from './order-jobs.ts';
import { renewalLines } from './purchase-lines.ts';
import { addonRows, lockJobs } from './purchased-job.ts';

const batch = 100;
/** Emails that people wait for are sent before these. */
const patienceMs = 60_000;

/** Renewals of the next days that their company was not notified of. A company that is not active is not billed. */
export const dueRenewalNotices: DueRows = {
  table: jobs,
  at: jobs.nextBillingDate,
  when: (now) =>
    and(
      sql`${jobs.status} = 'POSTED' and not ${jobs.renewalNoticed} and ${jobs.autoRenew}`,
      lte(jobs.nextBillingDate, noticeUntil(now)),
      gt(jobs.nextBillingDate, now),
      sql`${jobs.companyId} in (select ${companies.id} from ${companies} where ${companies.status} = 'Active')`,
    ),
};

/** Notifies companies of renewals some days ahead, with the price, once each. */
export async function announceRenewals({ db }: Pick<Services, 'db'>, now = new Date()): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = (await claimDue(tx, dueRenewalNotices, now, batch)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const addons = await addonRows(tx, ids);
    const claimed = await lockJobs(tx, ids);
    await notifyAll(
      tx,
      'auto_renew_job',
      claimed.map((job) => ({
        companyId: job.companyId,
        jobId: job.id,
        data: {
          title: job.title,
          place: cityState(job),
          jobId: job.id,
          next: jobDay(job, job.nextBillingDate),
          deadline: jobDeadline(job, job.nextBillingDate),
          until: jobDay(job, renewedUntil(job, now)),
          total: toDollars(totalOf(renewalLines(job, addons.get(job.id) ?? []))),
          invoice: null,
        },
      })),
      new Date(now.getTime() + patienceMs),
    );
    await tx.update(jobs).set({ renewalNoticed: true }).where(inArray(jobs.id, ids));
    return ids.length;
  });
}
