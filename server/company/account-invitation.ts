import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, companyInvitations as invitations, employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import { mailNewCompanyAdmin } from '#server/auth/account/mail-new-admin.ts';
import { recordOwner } from '#server/auth/factors/update-factor.ts';
import { findUserName } from '#server/auth/passwords/put-password.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, notFound, violatedConstraint } from '#server/errors.ts';
import { phoneColumns } from '#server/input/phone-columns.ts';
import { countHit } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import { hashLinkToken, makeLinkToken } from '#server/session/one-time-tokens.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { adminSignInRoles, landingPath, roles } from '#shared/access/access.ts';
import { isEmployeeRole } from '#shared/access/authority.ts';
import { type AddEmployee, type Employee, invitationDays, type InvitedPerson } from '#shared/companies/employee.ts';
import { daysAfter } from '#shared/days.ts';
import { text, type Text } from '#shared/texts/texts.ts';
import { type CompanyRow, findCompany } from './company-query.ts';

/**
 * An invitation for a person who already has an account, such as a driver (`docs/product/companies.md#employees`). The account
 * does not change until its owner opens the emailed link, signs in and accepts.
 */
type Invitation = typeof invitations.$inferSelect;

/** Shows an invited person to the company, with only the details that the company entered. */
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
 * @throws conflict if the account belongs to a company or to staff, or if the request does not ask for an invitation
 */
export async function inviteAccount(
  db: Database,
  actor: ActingUser,
  company: CompanyRow,
  { email, firstName, lastName, phone, phoneExtension, role, invite }: AddEmployee,
): Promise<Employee> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: users.id, email: users.email, roles: users.roles, employer: employees.companyId })
      .from(users)
      .leftJoin(employees, eq(employees.userId, users.id))
      .where(sql`lower(${users.email}) = lower(${email})`);
    if (account?.employer === company.id) throw invitationConflict(text('errors.employeeAlready'));
    if (!account || account.employer !== null || account.roles.some((accountRole) => adminSignInRoles.includes(accountRole)))
      throw invitationConflict(text('errors.employeeElsewhere'));
    if (!invite) throw invitationConflict(text('errors.employeeHasAccount'));
    // Opening the link verifies the account's email address, so the email goes to that exact spelling.
    const phoneNumber = phoneColumns({ phone, phoneExtension });
    const invitationFields = { email: account.email, firstName, lastName, role, ...phoneNumber };
    return storeAndSendInvitation(tx, actor, company, { ...invitationFields, userId: account.id });
  });
}

type Person = Pick<Invitation, 'userId' | 'email' | 'firstName' | 'lastName' | 'phone' | 'phoneExtension' | 'role'>;

/** Stores the invitation and emails its link. An earlier link of the same company becomes invalid. */
async function storeAndSendInvitation(tx: Database, actor: ActingUser, company: CompanyRow, person: Person): Promise<Employee> {
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
  const inviterName = await findUserName(tx, actor.userId);
  const data = { firstName: person.firstName, companyName, by: inviterName, token, hasAccount: true };
  await mail(tx, person.email, 'join_company', data, actor.language);
  await audit(tx, actor, { action: 'employee.invite', ...auditSubject(row), detail: { role: person.role } });
  return asEmployee(row);
}

/**
 * The subject is the invitation and not the account. Otherwise the log would show the name of a person who has not agreed to
 * anything. The email address is left out too, because the log may be kept longer than the account.
 */
const auditSubject = ({ userId, companyId }: Invitation) => ({ subject: { type: 'invitation' as const, id: userId }, companyId });

const perPerson = { maxHits: 5, windowSeconds: 60 * 60 };

/**
 * Limits the invitation emails to one person. Callers check first that the person belongs to their company.
 * @throws too_many
 */
export const countInvitation = (db: Database, id: string) => countHit(db, { bucket: 'employee_invite', key: id }, perPerson);

type InviteeRef = { id: string; companyId?: string | undefined };
const isForUser = (companyId: string, userId: string) =>
  and(eq(invitations.companyId, companyId), eq(invitations.userId, userId));

/** Lists open invitations, the newest first. Expired ones are included, so that they can be sent again. */
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

/** Sends the link again. Returns false if the account has no open invitation. */
export async function sendAccountInvitationAgain(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { id, companyId }: InviteeRef,
): Promise<boolean> {
  if (scope.companyId === null && companyId === undefined) return false;
  const company = await findCompany(db, scope, companyId);
  const [openInvitation] = await db.select({ id: invitations.userId }).from(invitations).where(isForUser(company.id, id));
  if (!openInvitation) return false;
  await countInvitation(db, id);
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(invitations).where(isForUser(company.id, id)).for('update');
    if (!row) return false;
    const { userId, email, firstName, lastName, phone, phoneExtension, role } = row;
    const person = { userId, email, firstName, lastName, phone, phoneExtension, role };
    await storeAndSendInvitation(tx, actor, company, person);
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
    const [row] = await tx.delete(invitations).where(isForUser(company.id, id)).returning();
    if (!row) throw notFound(text('errors.invitationNotFound'));
    await audit(tx, actor, { action: 'invitation.withdraw', ...auditSubject(row) });
  });
  return { id };
}

/** Finds the invitation of a link. Undefined if the link is invalid or the account's email address has changed. */
export async function findAccountInvitation(db: Database, token: string) {
  const [invitation] = await db
    .select({ ...invitedPerson, companyName: companies.companyName })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(isOpenInvitation(token));
  return invitation && { ...invitation, hasAccount: true };
}

const invitedPerson = { email: invitations.email, firstName: invitations.firstName };
const isOpenInvitation = (token: string): SQL | undefined =>
  and(
    eq(invitations.hash, hashLinkToken(token)),
    gt(invitations.expiresAt, new Date()),
    sql`lower(${users.email}) = lower(${invitations.email})`,
  );

/**
 * Accepts an invitation for the signed-in account. The account joins the company and keeps its other roles. The link came by
 * email, so it also verifies the address, and proves the owner in this session. A session that a company's provider opened cannot
 * accept, because its account already belongs to a company.
 * @throws gone for an invalid link, forbidden for another person's link, conflict if the account already belongs to a company
 */
export async function acceptInvitation(db: Database, actor: ActingUser, token: string): Promise<{ redirect: string }> {
  return db.transaction(async (tx) => {
    const [account] = await tx.select({ roles: users.roles }).from(users).where(eq(users.id, actor.userId)).for('update');
    const [invitation] = await tx
      .select({ userId: invitations.userId, companyId: invitations.companyId, role: invitations.role })
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.userId))
      .where(isOpenInvitation(token))
      .for('update', { of: invitations });
    if (!invitation || !account) throw new AppError('gone', text('errors.invitationExpired'));
    const { userId, companyId, role } = invitation;
    if (userId !== actor.userId) throw new AppError('forbidden', text('errors.invitationForOtherAccount'));
    await becomeEmployee(tx, userId, companyId);
    const userRoles = [...account.roles.filter((one) => !isEmployeeRole(one)), role];
    await tx
      .update(users)
      .set({
        roles: userRoles,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${new Date().toISOString()}::timestamptz)`,
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, userId));
    await recordOwner(tx, userId);
    await tx.delete(invitations).where(isForUser(companyId, userId));
    await audit(tx, actor, { action: 'employee.join', subject: { type: 'user', id: userId }, companyId, detail: { role } });
    if (role === roles.companyAdmin) await mailNewCompanyAdmin(tx, { id: userId, companyId }, actor.language);
    return { redirect: landingPath(userRoles, companyId) };
  });
}

/** The primary key of `employees` allows one company per account, even for parallel requests. */
async function becomeEmployee(tx: Database, userId: string, companyId: string): Promise<void> {
  try {
    await tx.insert(employees).values({ userId, companyId });
  } catch (error) {
    if (violatedConstraint(error) === 'employees_pkey') throw conflict(text('errors.alreadyInCompany'));
    throw error;
  }
}
