import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { companies, companyInvitations, employees } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { landing, type Role, roles } from '#shared/access/access.ts';
import { isEmployeeRole } from '#shared/access/authority.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { endImpersonations } from '#server/session/impersonation.ts';
import type { ActingUser } from '#server/trpc.ts';
import { hasAnotherAdmin } from './update-employee.ts';

/**
 * Ends the caller's own membership, so that nobody has to ask the company for it. The company and everything in it stay; the
 * account keeps what else it is, and an account that is nothing else may create or join another company. The next request
 * no longer reaches the company, because roles and membership are read with each.
 * @throws conflict for the last company admin while the company has other people or running jobs
 */
export async function leaveCompany(db: Database, actor: ActingUser): Promise<{ redirect: string }> {
  const id = actor.userId;
  return db.transaction(async (tx) => {
    const member = await holdMember(tx, id);
    const { companyId, companyName, firstName, email } = member;
    if (member.active && member.roles.includes(roles.companyAdmin) && !(await hasAnotherAdmin(tx, member)))
      await closeCompany(tx, member);
    const held = rolesWithout(member.roles);
    // Before the membership is deleted: the log entry finds the company through it.
    await endImpersonations(tx, eq(sessions.userId, id), { reason: 'session', ip: actor.ip });
    await tx.delete(employees).where(eq(employees.userId, id));
    await tx
      .update(users)
      .set({ roles: held, version: sql`${users.version} + 1` })
      .where(eq(users.id, id));
    await mail(tx, email, 'company_left', { firstName, companyName });
    await audit(tx, actor, { action: 'employee.leave', subject: { type: 'user', id }, companyId });
    return { redirect: landing(held, null) };
  });
}

/** The company before the account, as every change of a company's people holds them. */
async function holdMember(tx: Database, id: string) {
  const membership = tx.select({ id: employees.companyId }).from(employees).where(eq(employees.userId, id));
  await tx.select({ id: companies.id }).from(companies).where(inArray(companies.id, membership)).for('no key update');
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');
  const [member] = await tx
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      roles: users.roles,
      active: employees.active,
      companyId: companies.id,
      companyName: companies.companyName,
    })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .innerJoin(companies, eq(companies.id, employees.companyId))
    .where(eq(employees.userId, id));
  if (!member) throw conflict('Your account does not belong to a company');
  return member;
}

const running = ['POSTED', 'SCHEDULED', 'PROCESSING_PAYMENT'] as const;

/** Nobody is left to run the company: nothing may be left in it to run or to be billed, and nobody may join it any more. */
async function closeCompany(tx: Database, { id, companyId }: { id: string; companyId: string }): Promise<void> {
  const [people] = await tx
    .select({ others: count() })
    .from(employees)
    .where(and(eq(employees.companyId, companyId), eq(employees.active, true), ne(employees.userId, id)));
  if (people?.others)
    throw conflict('You are the only company admin. Make another person a company admin, or deactivate everyone else, first.');
  const [job] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.companyId, companyId), inArray(jobs.status, [...running])))
    .limit(1);
  if (job)
    throw conflict('You are the only company admin and jobs are running. Close them, or add another company admin, first.');
  // The employer can neither close nor cancel a disabled job, and an administrator may enable it later.
  await tx
    .update(jobs)
    .set({ autoRenew: false, nextBillingDate: null })
    .where(and(eq(jobs.companyId, companyId), eq(jobs.autoRenew, true)));
  await tx.delete(companyInvitations).where(eq(companyInvitations.companyId, companyId));
}

/** An account that is nothing else stays an employer's, without a company, as right after signing up. */
function rolesWithout(held: readonly Role[]): Role[] {
  const others = held.filter((role) => !isEmployeeRole(role));
  return others.length > 0 ? others : [roles.companyUser];
}
