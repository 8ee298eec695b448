import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import type { ApplicantUser } from '#shared/admin.ts';
import type { Filter, Page, PageOf, Search } from '#shared/list.ts';
import { filterSql, type ListFields, inZone, type Reader } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { orderSql } from '#server/db/order.ts';

/** `rest: Companies, employees, admins`: what applicants are searched by. */
const fields: ListFields = {
  full_name: { kind: 'text', column: users.fullName, order: sql`lower(${users.fullName})`, isRequired: true },
  email: { kind: 'text', column: users.email, order: sql`lower(${users.email})`, isRequired: true },
  city: { kind: 'text', column: drivers.city, order: sql`lower(${drivers.city})` },
  state: { kind: 'text', column: drivers.state, order: sql`lower(${drivers.state})` },
  applications: { kind: 'number', column: drivers.applicationCount, isRequired: true },
  created_at: { kind: 'date', column: drivers.createdAt, isRequired: true },
  status: { kind: 'enum', column: users.status, values: ['Active', 'Locked'], order: null, isRequired: true },
};

/** Written out, so that the partial index is seen to fit. */
const hasApplied = sql`${drivers.applicationCount} > 0`;

/** Those that stand on the account, by either of their names on the wire. */
const accountFields: readonly string[] = ['full_name', 'fullName', 'email', 'status'];

function isOfAccount(filter: Filter): boolean {
  if ('and' in filter) return filter.and.some(isOfAccount);
  if ('or' in filter) return filter.or.some(isOfAccount);
  return accountFields.includes(filter.field);
}

/**
 * The drivers who applied, whether or not they took an application back; newest first. Who is on the page is found first:
 * on the index of applicants alone, as long as neither names nor addresses are asked for.
 */
export async function listApplicantUsers(
  db: Database,
  { filters, orders, offset, limit, timeZone }: Search & Page & Reader,
): Promise<PageOf<ApplicantUser>> {
  const where = and(hasApplied, filterSql(inZone(fields, timeZone), filters));
  const newest = [desc(drivers.createdAt), desc(drivers.userId)];
  const order = orderSql(fields, orders, newest, drivers.userId);
  const isFiltered = [filters ?? []].flat().some(isOfAccount);
  const isSorted = orders?.some(({ field }) => accountFields.includes(field)) ?? false;
  const account = eq(users.id, drivers.userId);
  const found = db.select({ id: drivers.userId }).from(drivers).$dynamic();
  const counted = db.select({ n: count() }).from(drivers).$dynamic();
  const [ids, [total]] = await Promise.all([
    (isFiltered || isSorted ? found.innerJoin(users, account) : found)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    (isFiltered ? counted.innerJoin(users, account) : counted).where(where),
  ]);
  const items = await readRows(
    db,
    ids.map(({ id }) => id),
  );
  return { items, pagination: { offset, limit, total: total?.n ?? 0 } };
}

async function readRows(db: Database, ids: string[]): Promise<ApplicantUser[]> {
  if (ids.length === 0) return [];
  const rows = await db
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
    .where(inArray(users.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
