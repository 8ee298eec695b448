import { and, eq, ne, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { roles } from '#shared/access/access.ts';
import type { Database } from '#server/db/open.ts';

const holdsSuperAdmin = sql`${users.roles} @> array[${roles.superAdmin}]`;

/** In one order, so that two who would remove each other take turns: the second finds the first gone. */
export async function holdSuperAdmins(tx: Database): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(holdsSuperAdmin).orderBy(users.id).for('update');
}

/** Whether the product would have a super admin left without this one. */
export async function isAnotherSuperAdmin(tx: Database, id: string): Promise<boolean> {
  const [another] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(holdsSuperAdmin, ne(users.id, id), eq(users.status, 'Active')))
    .limit(1);
  return another !== undefined;
}
