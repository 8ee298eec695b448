import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, companyInvitations as invitations, employees } from '#drizzle/schema/companies.ts';
import { adminSignInRoles, landingPath } from '#shared/access/access.ts';
import { isEmployeeRole } from '#shared/access/authority.ts';
import { type AddEmployee, type Employee, invitationDays, type InvitedPerson } from '#shared/companies/employee.ts';
import { text, type Text } from '#shared/texts/texts.ts';
import { audit } from '#server/audit.ts';
import { nameOf } from '#server/auth/passwords/put-password.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, notFound, violatedConstraint } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { hashOfLinkToken, makeLinkToken } from '#server/session/proofs.ts';
import { countHit } from '#server/session/throttle.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { daysAfter } from '#shared/days.ts';
import { type CompanyRow, findCompany } from './company-query.ts';

/**
 * Invitations for people who already have an account, such as drivers (`docs/product/companies.md#employees`). The account
 * does not change until its owner signs in and accepts the emailed link.
 */
type Invitation = typeof invitations.$inferSelect;

/** An invited person as the company's people see them: only what the company entered. */
const asEmployee = ({ userId, hash: _, expiresAt: __, ...row }: Invitation): Employee => ({
  ...row,
  id: userId,
  active: false,
  invited: true,
  blocked: false,
  version: 0,
});

const invitationConflict = (message: Text) =>
  new AppError('conflict', message, { field: 'email', detail: text('errors.emailExists') });

/**
 * Invites a person whose address has an account.
 * @throws conflict if the account works for a company or runs the product, or if the request does not ask for an invitation
 */
export async function inviteAccount(
  db: Database,
  actor: ActingUser,
  company: CompanyRow,
  { email, firstName, lastName, phone, role, invite }: AddEmployee,
): Promise<Employee> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: users.id, email: users.email, roles: users.roles, employer: employees.companyId })
      .from(users)
      .leftJoin(employees, eq(employees.userId, users.id))
      .where(sql`lower(${users.email}) = lower(${email})`);
    if (!account || account.employer !== null || account.roles.some((userRoles) => adminSignInRoles.includes(userRoles)))
      throw invitationConflict(text('errors.employeeElsewhere'));
    if (!invite) throw invitationConflict(text('errors.employeeHasAccount'));
    // Opening the link proves the account's email address, so the email goes to the address as the account spells it.
    const written = { email: account.email, firstName, lastName, phone, role };
    return send(tx, actor, company, { ...written, userId: account.id });
  });
}

type Person = Pick<Invitation, 'userId' | 'email' | 'firstName' | 'lastName' | 'phone' | 'role'>;

/** Stores the invitation and emails its link. An earlier one of the same company becomes invalid. */
async function send(tx: Database, actor: ActingUser, company: CompanyRow, person: Person): Promise<Employee> {
  const { id: companyId, companyName } = company;
  const { token, hash } = makeLinkToken();
  const expiresAt = daysAfter(new Date(), invitationDays);
  const [row] = await tx
    .insert(invitations)
    .values({ ...person, companyId, hash, expiresAt })
    .onConflictDoUpdate({
      target: [invitations.companyId, invitations.userId],
      set: { ...person, hash, expiresAt, createdAt: new Date() },
    })
    .returning();
  if (!row) throw new Error('An invitation has no row');
  const by = await nameOf(tx, actor.userId);
  const data = { firstName: person.firstName, companyName, by, token, hasAccount: true };
  await mail(tx, person.email, 'join_company', data, actor.language);
  await audit(tx, actor, { action: 'employee.invite', ...about(row), detail: { role: person.role } });
  return asEmployee(row);
}

/**
 * The subject is the invitation and not the account, because the log would show the name of a person who has not agreed to
 * anything. The address is left out too, because it would outlive the account.
 */
const about = ({ userId, companyId }: Invitation) => ({ subject: { type: 'invitation' as const, id: userId }, companyId });

const perPerson = { maxHits: 5, windowSeconds: 60 * 60 };

/**
 * Limits the emails to one person. A call by another company is refused earlier and does not count.
 * @throws too many
 */
export const countInvitation = (db: Database, id: string) => countHit(db, { bucket: 'employee_invite', key: id }, perPerson);

type InviteeRef = { id: string; companyId?: string | undefined };
const isOf = (companyId: string, userId: string) => and(eq(invitations.companyId, companyId), eq(invitations.userId, userId));

/** Open invitations, the newest first. Expired invitations are included until they are sent again. */
export async function listInvitations(
  db: Database,
  scope: CompanyScope,
  companyId: string | undefined,
): Promise<InvitedPerson[]> {
  const company = await findCompany(db, scope, companyId);
  const rows = await db
    .select()
    .from(invitations)
    .where(eq(invitations.companyId, company.id))
    .orderBy(desc(invitations.createdAt), desc(invitations.userId))
    .limit(maxListed);
  const now = new Date();
  return rows.map((row) => ({ ...asEmployee(row), isOver: row.expiresAt <= now }));
}
const maxListed = 100;

/** Sends the link again. False if the account has no open invitation. */
export async function sendAccountInvitationAgain(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { id, companyId }: InviteeRef,
): Promise<boolean> {
  if (scope.companyId === null && companyId === undefined) return false;
  const company = await findCompany(db, scope, companyId);
  const [waiting] = await db.select({ id: invitations.userId }).from(invitations).where(isOf(company.id, id));
  if (!waiting) return false;
  await countInvitation(db, id);
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(invitations).where(isOf(company.id, id)).for('update');
    if (!row) return false;
    const { userId, email, firstName, lastName, phone, role } = row;
    await send(tx, actor, company, { userId, email, firstName, lastName, phone, role });
    return true;
  });
}

/** Withdraws an invitation. Its link stops working. */
export async function withdrawInvitation(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { id, companyId }: InviteeRef,
): Promise<{ id: string }> {
  const company = await findCompany(db, scope, companyId);
  await db.transaction(async (tx) => {
    const [row] = await tx.delete(invitations).where(isOf(company.id, id)).returning();
    if (!row) throw notFound(text('errors.theInvitationWasNotFound'));
    await audit(tx, actor, { action: 'invitation.withdraw', ...about(row) });
  });
  return { id };
}

/** The account of a link, while it still has the address that the link was sent to. Undefined for an invalid link. */
export async function findAccountInvitation(db: Database, token: string) {
  const [found] = await db
    .select({ ...invitedPerson, companyName: companies.companyName })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(isLiving(token));
  return found && { ...found, hasAccount: true };
}

const invitedPerson = { email: invitations.email, firstName: invitations.firstName };
const isLiving = (token: string): SQL | undefined =>
  and(
    eq(invitations.hash, hashOfLinkToken(token)),
    gt(invitations.expiresAt, new Date()),
    sql`lower(${users.email}) = lower(${invitations.email})`,
  );

/**
 * The signed-in owner accepts. The account keeps its roles and becomes an employee of the company. The link came by email,
 * so it also verifies the address.
 * @throws gone for an invalid link, forbidden for another person's, conflict for a person who works for a company by now
 */
export async function acceptInvitation(db: Database, actor: ActingUser, token: string): Promise<{ redirect: string }> {
  return db.transaction(async (tx) => {
    const [account] = await tx.select({ roles: users.roles }).from(users).where(eq(users.id, actor.userId)).for('update');
    const [found] = await tx
      .select({ userId: invitations.userId, companyId: invitations.companyId, role: invitations.role })
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.userId))
      .where(isLiving(token))
      .for('update', { of: invitations });
    if (!found || !account) throw new AppError('gone', text('errors.thisInvitationHasExpiredAlready'));
    const { userId, companyId, role } = found;
    if (userId !== actor.userId) throw new AppError('forbidden', text('errors.thisInvitationDifferentAccountSign'));
    await becomeEmployee(tx, userId, companyId);
    const userRoles = [...account.roles.filter((one) => !isEmployeeRole(one)), role];
    await tx
      .update(users)
      .set({
        roles: userRoles,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, userId));
    await tx.delete(invitations).where(isOf(companyId, userId));
    await audit(tx, actor, { action: 'employee.join', subject: { type: 'user', id: userId }, companyId, detail: { role } });
    return { redirect: landingPath(userRoles, companyId) };
  });
}

/** The primary key of `employees` allows one company per account, even for parallel requests. */
async function becomeEmployee(tx: Database, userId: string, companyId: string): Promise<void> {
  try {
    await tx.insert(employees).values({ userId, companyId });
  } catch (error) {
    if (violatedConstraint(error) === 'employees_pkey') throw conflict(text('errors.yourAccountAlreadyBelongsCompany'));
    throw error;
  }
}
