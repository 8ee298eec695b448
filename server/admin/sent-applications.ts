import { count, desc, eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { SentApplication } from '#shared/admin/admin.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';

/** What a driver sent, newest first, withdrawn ones included: what opens under the driver in the list. */
export async function listSentApplications(
  db: Database,
  { id, offset, limit }: Page & { id: string },
): Promise<PageOf<SentApplication>> {
  const [driver] = await db.select({ id: drivers.userId }).from(drivers).where(eq(drivers.userId, id));
  if (!driver) throw notFound('This driver');
  const theirs = eq(applications.driverId, id);
  const [items, [total]] = await Promise.all([
    db
      .select({
        id: applications.id,
        jobId: applications.jobId,
        title: jobs.title,
        companyId: applications.companyId,
        companyName: companies.companyName,
        city: jobs.city,
        state: jobs.state,
        applicationAt: applications.applicationAt,
        withdrawnAt: applications.withdrawnAt,
      })
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.jobId))
      .innerJoin(companies, eq(companies.id, applications.companyId))
      .where(theirs)
      .orderBy(desc(applications.applicationAt), desc(applications.id))
      .limit(limit)
      .offset(offset),
    db.select({ n: count() }).from(applications).where(theirs),
  ]);
  return { items, pagination: { offset, limit, total: total?.n ?? 0 } };
}
