import { and, count, desc, eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { isPublic } from '#server/jobs/public-columns.ts';
import type { MyApplication, MyApplicationsInput } from '#shared/drivers/driver.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { zoneOfPlace } from '#shared/places/place-zone.ts';

/** The driver's applications, newest first, with what became of each. */
export async function listApplications(
  db: Database,
  driverId: string,
  { offset, limit, jobId }: MyApplicationsInput,
): Promise<PageOf<MyApplication>> {
  const mine = and(eq(applications.driverId, driverId), jobId ? eq(applications.jobId, jobId) : undefined);
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: applications.id,
        jobId: applications.jobId,
        title: jobs.title,
        companyName: companies.companyName,
        city: jobs.city,
        state: jobs.state,
        postalCode: jobs.postalCode,
        applicationAt: applications.applicationAt,
        withdrawnAt: applications.withdrawnAt,
        isPublic,
      })
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.jobId))
      .innerJoin(companies, eq(companies.id, applications.companyId))
      .where(mine)
      .orderBy(desc(applications.applicationAt), desc(applications.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(applications).where(mine),
  ]);
  const items = rows.map(({ isPublic: isOpen, postalCode, ...row }) => ({
    ...row,
    timeZone: zoneOfPlace({ ...row, postalCode }),
    status: row.withdrawnAt ? ('withdrawn' as const) : isOpen ? ('sent' as const) : ('closed' as const),
  }));
  return { items, pagination: { offset, limit, total: counted?.total ?? 0 } };
}
