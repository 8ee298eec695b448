import { and, asc, eq, inArray, isNotNull, lte, notExists, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { jobAlerts, savedSearches, searchMatches } from '#drizzle/schema/searches.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { isPublic } from '#server/jobs/public-columns.ts';
import { mailRow } from '#server/mail/outbox.ts';
import type { JobAlert } from '#server/mail/templates/job-alerts.ts';
import { searchStopPath } from '#server/mail/unsubscribe.ts';
import { notifyDrivers } from '#server/notifications/notify-drivers.ts';
import type { Services } from '#server/services.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { newestJobsPath } from '#shared/drivers/saved-search.ts';
import { dueTimeOf, readWaitingSearches, rescheduleAlerts } from './schedule-alerts.ts';

export const dueJobAlerts: DueRows = {
  table: jobAlerts,
  at: jobAlerts.dueAt,
  when: (now) => and(isNotNull(jobAlerts.dueAt), lte(jobAlerts.dueAt, now)),
};

const driversPerTransaction = 50;
/** The jobs of each search that an email lists. */
const maxListedJobs = 10;

/**
 * Tells drivers about the new jobs that their searches found (`docs/product/drivers.md#job-alerts`), one email and one notification
 * for all searches that are due. They are written in the transaction that marks the matches as told, so that neither two workers nor
 * a crash can tell a match twice or lose it. A run takes up to 50 drivers, so that other tasks need not wait. Returns the number of
 * drivers.
 */
export const notifyMatches = (services: AlertServices, now = new Date()): Promise<number> =>
  services.db.transaction((tx) => notifyNextDrivers(tx, services, now));

type AlertServices = Pick<Services, 'db' | 'events' | 'keys'>;

async function notifyNextDrivers(tx: Database, { events, keys }: AlertServices, now: Date): Promise<number> {
  const claimed = (await claimDue(tx, dueJobAlerts, now, driversPerTransaction)).map(({ id }) => id);
  if (claimed.length === 0) return 0;
  const rows = await tx.select({ driverId: jobAlerts.driverId }).from(jobAlerts).where(inArray(jobAlerts.id, claimed));
  const driverIds = rows.map(({ driverId }) => driverId);
  const dueSearches = (await readWaitingSearches(tx, driverIds)).filter((search) => dueTimeOf(search) <= now);
  const foundJobs = await takeMatches(
    tx,
    dueSearches.map(({ id }) => id),
  );
  const recipients = foundJobs.length === 0 ? [] : await readRecipients(tx, driverIds);
  const alerts = recipients.flatMap((recipient) => {
    const searches = groupBySearch(foundJobs.filter(({ driverId }) => driverId === recipient.id));
    return searches.length > 0 ? { ...recipient, searches } : [];
  });
  const emails = alerts
    .filter(({ getsEmail }) => getsEmail)
    .map(({ id, email, firstName, searches }) => {
      const withLinks = searches.map((search) => ({ ...search, stopPath: searchStopPath(keys, search.id) }));
      return mailRow(email, 'job_alert', { firstName, driverId: id, searches: withLinks }, null, now);
    });
  if (emails.length > 0) await tx.insert(outbox).values(emails);
  await notifyDrivers(
    tx,
    events,
    alerts.map(({ id, searches }) => {
      const [first] = searches;
      const count = searches.reduce((sum, search) => sum + search.count, 0);
      const data = { name: first?.name ?? '', searches: searches.length, count, title: first?.jobs[0]?.title ?? '' };
      return { driverId: id, kind: 'job_alert', data };
    }),
  );
  const toldIds = alerts.map(({ id }) => id);
  if (toldIds.length > 0) await tx.update(jobAlerts).set({ toldAt: now }).where(inArray(jobAlerts.driverId, toldIds));
  await rescheduleAlerts(tx, driverIds);
  return claimed.length;
}

/**
 * Marks what waits as told, in the statement that reads it, because more may be found meanwhile. Jobs that have closed and those that
 * the driver applied to are left out. Returns up to {@link maxListedJobs} of each search with the number of all.
 */
async function takeMatches(tx: Database, searchIds: readonly string[]) {
  if (searchIds.length === 0) return [];
  const toldMatches = tx.$with('told').as(
    tx
      .update(searchMatches)
      .set({ isWaiting: false })
      .where(and(inArray(searchMatches.searchId, [...searchIds]), searchMatches.isWaiting))
      .returning({ searchId: searchMatches.searchId, jobId: searchMatches.jobId }),
  );
  const hasApplied = tx
    .select({ one: sql`1` })
    .from(applications)
    .where(and(eq(applications.jobId, jobs.id), eq(applications.driverId, savedSearches.driverId)));
  const ranked = tx
    .select({
      searchId: toldMatches.searchId,
      jobId: toldMatches.jobId,
      total: sql<number>`count(*) over (partition by ${toldMatches.searchId})::int`.as('total'),
      place:
        sql<number>`row_number() over (partition by ${toldMatches.searchId} order by ${jobs.postingDate} desc, ${jobs.id} desc)::int`.as(
          'place',
        ),
    })
    .from(toldMatches)
    .innerJoin(savedSearches, eq(savedSearches.id, toldMatches.searchId))
    .innerJoin(jobs, eq(jobs.id, toldMatches.jobId))
    .where(and(isPublic, notExists(hasApplied)))
    .as('ranked');
  return tx
    .with(toldMatches)
    .select({
      searchId: savedSearches.id,
      driverId: savedSearches.driverId,
      name: savedSearches.name,
      filters: savedSearches.filters,
      total: ranked.total,
      job: {
        id: jobs.id,
        title: jobs.title,
        company: companies.companyName,
        place: sql<string>`${jobs.city} || ', ' || ${jobs.state}`,
        payCents: jobs.expectedPayCents,
        salaryType: jobs.salaryType,
      },
    })
    .from(ranked)
    .innerJoin(savedSearches, eq(savedSearches.id, ranked.searchId))
    .innerJoin(jobs, eq(jobs.id, ranked.jobId))
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(lte(ranked.place, maxListedJobs))
    .orderBy(asc(savedSearches.createdAt), asc(savedSearches.id), asc(ranked.place));
}

type FoundJob = Awaited<ReturnType<typeof takeMatches>>[number];

function groupBySearch(foundJobs: readonly FoundJob[]): Omit<JobAlert, 'stopPath'>[] {
  return [...Map.groupBy(foundJobs, ({ searchId }) => searchId)].flatMap(([id, rows]) => {
    const [first] = rows;
    if (!first) return [];
    const listed = rows.map(({ job: { payCents, ...job } }) => ({ ...job, pay: payCents === null ? null : toDollars(payCents) }));
    return { id, name: first.name, path: newestJobsPath(first.filters), count: first.total, jobs: listed };
  });
}

/** Active drivers. Only a verified address gets emails, unless the driver turned them off. */
const readRecipients = (tx: Database, ids: readonly string[]) =>
  tx
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      getsEmail: sql<boolean>`(${users.emailVerifiedAt} is not null and not 'job_alert' = any(${users.mutedMails}))`,
    })
    .from(users)
    .where(and(inArray(users.id, [...ids]), eq(users.status, 'Active')));
