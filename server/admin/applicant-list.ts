import { eq, inArray, sql, count, desc } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { drivers, applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { folded, type ListFields } from '#server/lists/conditions.ts';
import { type List, type ListRequest, readPage } from '#server/lists/read-page.ts';
import type { ApplicantUser, SentApplication } from '#shared/admin/admin.ts';
import type { PageOf, Page } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';

/** The filters and orders of the list of drivers who applied. */
const fields: ListFields = {
  full_name: { kind: 'text', column: users.fullName, order: folded(users.fullName), isRequired: true },
  email: { kind: 'text', column: users.email, order: sql`lower(${users.email})`, isRequired: true },
  city: { kind: 'text', column: drivers.city, order: folded(drivers.city) },
  state: { kind: 'text', column: drivers.state, order: sql`lower(${drivers.state})` },
  applications: { kind: 'number', column: drivers.applicationCount, isRequired: true },
  created_at: { kind: 'date', column: drivers.createdAt, isRequired: true },
  status: { kind: 'enum', column: users.status, values: ['Active', 'Locked'], order: null, isRequired: true },
};

const list: List = {
  from: sql`${drivers} left join ${users} on ${users.id} = ${drivers.userId}`,
  id: drivers.userId,
  fields,
  defaultOrder: [{ field: 'created_at', direction: 'desc' }],
  // Must match the condition of the partial index `drivers_applied_index`.
  where: sql`${drivers.applicationCount} > 0`,
};

/** Drivers who have applied, including those who withdrew, the newest first by default. */
export async function listApplicantUsers(db: Database, request: ListRequest): Promise<PageOf<ApplicantUser>> {
  return readPage(db, list, request, (ids) =>
    db
      .select({
        id: users.id,
        fullName: users.fullName,
        email: users.email,
        phone: users.phone,
        city: drivers.city,
        state: drivers.state,
        applications: drivers.applicationCount,
        status: users.status,
        createdAt: drivers.createdAt,
      })
      .from(users)
      .innerJoin(drivers, eq(drivers.userId, users.id))
      .where(inArray(users.id, ids)),
  );
}

/** A driver's applications, the newest first, including withdrawn ones. */
export async function listSentApplications(
  db: Database,
  { id, offset, limit }: Page & { id: string },
): Promise<PageOf<SentApplication>> {
  const [driver] = await db.select({ id: drivers.userId }).from(drivers).where(eq(drivers.userId, id));
  if (!driver) throw notFound(text('errors.driverNotFound'));
  const ofDriver = eq(applications.driverId, id);
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
      .where(ofDriver)
      .orderBy(desc(applications.applicationAt), desc(applications.id))
      .limit(limit)
      .offset(offset),
    db.select({ n: count() }).from(applications).where(ofDriver),
  ]);
  return { items, pagination: { offset, limit, total: total?.n ?? 0 } };
}
