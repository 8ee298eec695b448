import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { proofs, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { invitationDays, type AddEmployee, type Employee } from '#shared/companies/employee.ts';
import { audit } from '#server/audit.ts';
import { assertUncommon } from '#server/auth/passwords/common-passwords.ts';
import { nameOf } from '#server/auth/passwords/put-password.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, violatedConstraint } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { hashOfLinkToken, issueProof, makeLinkToken } from '#server/session/proofs.ts';
import { addressKey, countHit } from '#server/session/throttle.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { countInvitation, findAccountInvitation, sendAccountInvitationAgain, inviteAccount } from './account-invitation.ts';
import { findCompany } from './company-query.ts';
import { findEmployee } from './employee-list.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { profileZoneOf } from '#shared/places/place-zone.ts';
import { emailCreatedAccount } from '#server/auth/email/verification.ts';
import { text } from '#shared/texts/texts.ts';

/** Each employee is emailed, and "already exists" reveals that an account exists, so adding people is rate-limited. */
const perCompany = { maxHits: 300, windowSeconds: 60 * 60 };

/**
 * Creates an account that works for the company: with a password that the person must change at the first sign-in, or with
 * an emailed invitation to choose one. The link of the email verifies the address. The database refuses an address that has
 * an account, even for parallel requests. Its owner gets an invitation instead, and the account does not join the company
 * without the owner's consent (`docs/product/companies.md#employees`).
 */
export async function addEmployee(db: Database, actor: ActingUser, scope: CompanyScope, input: AddEmployee): Promise<Employee> {
  const { companyId, firstName, lastName, email, phone, role, password, invite } = input;
  const company = await findCompany(db, scope, companyId);
  const initialPassword = invite ? undefined : password;
  if (initialPassword) assertUncommon(initialPassword, [email, firstName, lastName], 'password');
  await countHit(db, { bucket: 'employee_add', key: company.id }, perCompany);
  const passwordHash = initialPassword ? await hashPassword(initialPassword) : null;
  const id = newId();
  try {
    await db.transaction(async (tx) => {
      await tx.insert(users).values({
        id,
        email,
        firstName,
        lastName,
        phone,
        timezone: profileZoneOf(company),
        passwordHash,
        mustChangePassword: passwordHash !== null,
        passwordSetByOther: passwordHash !== null,
        roles: [role],
      });
      await tx.insert(employees).values({ userId: id, companyId: company.id });
      const where = company.companyName;
      if (invite) await sendInvitation(tx, { userId: id, email, firstName, companyName: where, by: actor });
      else await emailCreatedAccount(tx, { userId: id, email, firstName, by: actor, where });
      const detail = { role, invited: invite };
      await audit(tx, actor, { action: 'employee.add', subject: { type: 'user', id }, companyId: company.id, detail });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') return inviteAccount(db, actor, company, input);
    throw error;
  }
  return findEmployee(db, scope, id);
}

const perAddress = { maxHits: 60, windowSeconds: 60 * 60 };
const deadLink = () => new AppError('gone', text('errors.thisInvitationHasExpiredAlready'));

type InvitedEmployee = { userId: string; email: string; firstName: string; companyName: string; by: ActingUser };

/** Emails a link to choose the account's password, once and for seven days. Earlier links become invalid. */
export async function sendInvitation(
  tx: Database,
  { userId, email, firstName, companyName, by }: InvitedEmployee,
): Promise<void> {
  const { token, hash } = makeLinkToken();
  await issueProof(tx, { kind: 'join_company', userId, email, hash, hours: invitationDays * 24 });
  await mail(tx, email, 'join_company', { firstName, companyName, by: await nameOf(tx, by.userId), token }, by.language);
}

/** Sends the invitation again, to a person who has not joined. */
export async function inviteAgain(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  input: { id: string; companyId?: string | undefined },
): Promise<void> {
  const { id } = input;
  if (await sendAccountInvitationAgain(db, actor, scope, input)) return;
  const { invited, active, email, firstName, companyId } = await findEmployee(db, scope, id);
  if (!invited) throw conflict(text('errors.thisEmployeeAlreadyHasPassword'));
  if (!active) throw conflict(text('errors.reactivateThisEmployeeFirst'));
  await countInvitation(db, id);
  const { companyName } = await findCompany(db, scope, companyId);
  await db.transaction(async (tx) => {
    await sendInvitation(tx, { userId: id, email, firstName, companyName, by: actor });
    await audit(tx, actor, { action: 'employee.invite', subject: { type: 'user', id }, companyId });
  });
}

/**
 * The person of a link, who may or may not have an account.
 * @throws gone unless the link would be accepted now
 */
export async function findInvitation(db: Database, token: string, ip: string) {
  await countHit(db, { bucket: 'join_company', key: addressKey(ip) }, perAddress);
  const account = await findAccountInvitation(db, token);
  return account ?? { ...(await findNewcomer(db, token)), hasAccount: false };
}

async function findNewcomer(db: Database, token: string) {
  const [found] = await db
    .select({
      proofId: proofs.id,
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      companyId: companies.id,
      companyName: companies.companyName,
    })
    .from(proofs)
    .innerJoin(users, and(eq(users.id, proofs.userId), eq(users.email, proofs.email), isNull(users.passwordHash)))
    .innerJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .innerJoin(companies, eq(companies.id, employees.companyId))
    .where(
      and(
        eq(proofs.kind, 'join_company'),
        eq(proofs.hash, hashOfLinkToken(token)),
        isNull(proofs.usedAt),
        gt(proofs.expiresAt, new Date()),
      ),
    );
  if (!found) throw deadLink();
  return found;
}

/**
 * Sets the first password, which uses the link and verifies its address. The client signs in with its next call. The
 * account is locked before its links, as in every change of a password.
 */
export async function joinCompany(
  db: Database,
  { token, password }: { token: string; password: string },
  ip: string,
): Promise<{ email: string }> {
  await countHit(db, { bucket: 'join_company', key: addressKey(ip) }, perAddress);
  const { proofId, userId, email, firstName, lastName, companyId } = await findNewcomer(db, token);
  assertUncommon(password, [email, firstName, lastName], 'password');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const joinedUser = await tx
      .update(users)
      .set({
        passwordHash,
        mustChangePassword: false,
        passwordSetByOther: false,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
        version: sql`${users.version} + 1`,
      })
      .where(and(eq(users.id, userId), isNull(users.passwordHash)))
      .returning({ id: users.id });
    const used = await tx
      .update(proofs)
      .set({ usedAt: new Date() })
      .where(and(eq(proofs.id, proofId), isNull(proofs.usedAt)))
      .returning({ id: proofs.id });
    if (used.length === 0 || joinedUser.length === 0) throw deadLink();
    const self = { userId, impersonatorId: null, companyId, ip };
    await audit(tx, self, { action: 'employee.join', subject: { type: 'user', id: userId } });
  });
  return { email };
}
