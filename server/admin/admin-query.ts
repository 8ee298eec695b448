import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { folded, type ListFields } from '#server/lists/conditions.ts';
import { type List, type ListRequest, readPage } from '#server/lists/read-page.ts';
import type { Role } from '#shared/access/access.ts';
import { adminRoleOf, adminRoles } from '#shared/access/authority.ts';
import type { Admin } from '#shared/admin/admin.ts';
import type { Condition, PageOf } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';

const toRoleArray = (userRoles: readonly Role[]): SQL =>
  sql`array[${sql.join(
    userRoles.map((role) => sql`${role}`),
    sql`, `,
  )}]::text[]`;

/** Whether the account has an admin-side role. */
const isAdmin = sql`${users.roles} && ${toRoleArray(adminRoles)}`;

/** The rank of the account's highest role, which is the one that screens show. Filters ignore its lower roles. */
const roleRank = sql`(case ${sql.join(
  adminRoles.map((role, rank) => sql`when ${users.roles} @> ${toRoleArray([role])} then ${sql.raw(String(rank))}`),
  sql` `,
)} end)`;

function hasRole(value: Condition['value']): SQL {
  const ranks = [value].flat().map((role) => adminRoles.findIndex((one) => one === role));
  if (ranks.length === 0) return sql`false`;
  return sql`${roleRank} in (${sql.join(
    ranks.map((rank) => sql`${rank}::int`),
    sql`, `,
  )})`;
}

const fields: ListFields = {
  full_name: { kind: 'text', column: users.fullName, order: folded(users.fullName), isRequired: true },
  email: { kind: 'text', column: users.email, order: sql`lower(${users.email})`, isRequired: true },
  role: {
    kind: 'enum',
    column: users.roles,
    order: roleRank,
    isRequired: true,
    values: adminRoles,
    match: (_operator, value) => hasRole(value),
  },
  status: { kind: 'enum', column: users.status, values: ['Active', 'Locked'], isRequired: true },
  created_at: { kind: 'date', column: users.createdAt, isRequired: true },
  updated_at: { kind: 'date', column: users.updatedAt, isRequired: true },
};

const columns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  fullName: users.fullName,
  roles: users.roles,
  status: users.status,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  version: users.version,
};

type Row = Omit<Admin, 'role'> & { roles: Role[] };

export function toAdmin({ roles: userRoles, ...adminFields }: Row): Admin {
  const role = adminRoleOf(userRoles);
  if (!role) throw new Error(`${adminFields.id} has no admin role`);
  return { ...adminFields, role };
}

const list: List = {
  from: users,
  id: users.id,
  fields,
  defaultOrder: [{ field: 'created_at', direction: 'asc' }],
  where: isAdmin,
};

/** All administrators and other staff, the oldest first by default. */
export async function listAdmins(db: Database, request: ListRequest): Promise<PageOf<Admin>> {
  return readPage(db, list, request, async (ids) => {
    const rows = await db
      .select(columns)
      .from(users)
      .where(and(inArray(users.id, ids), isAdmin));
    return rows.map(toAdmin);
  });
}

/** Reads a staff account. If requested, the row stays locked until the transaction ends. */
export async function readAdminRow(db: Database, id: string, { isHeld: shouldLock = false } = {}): Promise<Row> {
  const query = db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, id), isAdmin));
  const [row] = await (shouldLock ? query.for('no key update') : query);
  if (!row) throw notFound(text('errors.adminNotFound'));
  return row;
}

export async function findAdmin(db: Database, id: string): Promise<Admin> {
  return toAdmin(await readAdminRow(db, id));
}
