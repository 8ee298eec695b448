import { eq, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import type { ApplicantUser } from '#shared/admin/admin.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { Database } from '#server/db/open.ts';
import type { ListFields } from '#server/lists/filter.ts';
import { type List, type ListRequest, readPage } from '#server/lists/read-page.ts';

/** What drivers who applied can be filtered and sorted by. */
const fields: ListFields = {
  full_name: { kind: 'text', column: users.fullName, order: sql`lower(${users.fullName})`, isRequired: true },
  email: { kind: 'text', column: users.email, order: sql`lower(${users.email})`, isRequired: true },
  city: { kind: 'text', column: drivers.city, order: sql`lower(${drivers.city})` },
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
  // As the partial index of these drivers says it.
  where: sql`${drivers.applicationCount} > 0`,
};

/** The drivers who have applied, including those who withdrew; newest first unless asked otherwise. */
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
