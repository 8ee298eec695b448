import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { oneTimeTokens, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import { mailNewCompanyAdmin } from '#server/auth/account/mail-new-admin.ts';
import { notifyCreatedAccount } from '#server/auth/email/verification.ts';
import { assertUncommon } from '#server/auth/passwords/common-passwords.ts';
import { findUserName } from '#server/auth/passwords/put-password.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, violatedConstraint } from '#server/errors.ts';
import { phoneColumns } from '#server/input/phone-columns.ts';
import { toAddressKey, countHit } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import { profileZoneOf } from '#server/places/place-zone.ts';
import { hashLinkToken, issueOneTimeToken, makeLinkToken } from '#server/session/one-time-tokens.ts';
import { hashPassword } from '#server/session/passwords.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { roles } from '#shared/access/access.ts';
import { invitationDays, type AddEmployee, type Employee } from '#shared/companies/employee.ts';
import { text } from '#shared/texts/texts.ts';
import { countInvitation, findAccountInvitation, sendAccountInvitationAgain, inviteAccount } from './account-invitation.ts';
import { findCompany } from './company-query.ts';
import { findEmployee } from './employee-list.ts';

/** Adding people sends emails and reveals whether an address has an account, so it is rate-limited. */
const perCompany = { maxHits: 300, windowSeconds: 60 * 60 };

/**
 * Creates an account for a new employee, with a password that the person must change at the first sign-in or with an emailed
 * invitation to choose one. The link in the email verifies the address. The database refuses an address that has an account,
 * even for parallel requests. The owner of that account gets an invitation instead, because an account joins a company only
 * with its owner's consent (`docs/product/companies.md#employees`).
 */
export async function addEmployee(db: Database, actor: ActingUser, scope: CompanyScope, input: AddEmployee): Promise<Employee> {
  const { companyId, firstName, lastName, email, role, password, invite } = input;
  const phone = phoneColumns(input);
  const initialPassword = invite ? undefined : password;
  const company = await findCompany(db, scope, companyId);
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
        ...phone,
        timezone: profileZoneOf(company),
        passwordHash,
        mustChangePassword: passwordHash !== null,
        passwordSetByOther: passwordHash !== null,
        roles: [role],
      });
      await tx.insert(employees).values({ userId: id, companyId: company.id });
      const companyName = company.companyName;
      if (invite) await sendInvitation(tx, { userId: id, email, firstName, companyName, inviter: actor });
      else await notifyCreatedAccount(tx, { userId: id, email, firstName, creator: actor, companyName });
      const detail = { role, invited: invite };
      await audit(tx, actor, { action: 'employee.add', subject: { type: 'user', id }, companyId: company.id, detail });
      if (role === roles.companyAdmin) await mailNewCompanyAdmin(tx, { id, companyId: company.id }, actor.language);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') return inviteAccount(db, actor, company, input);
    throw error;
  }
  return findEmployee(db, scope, id);
}

const perAddress = { maxHits: 60, windowSeconds: 60 * 60 };
const expiredLinkError = () => new AppError('gone', text('errors.invitationExpired'));

type InvitedEmployee = { userId: string; email: string; firstName: string; companyName: string; inviter: ActingUser };

/** Emails a link to choose the account's password. It works once and for seven days. Earlier links become invalid. */
export async function sendInvitation(
  tx: Database,
  { userId, email, firstName, companyName, inviter }: InvitedEmployee,
): Promise<void> {
  const { token, hash } = makeLinkToken();
  await issueOneTimeToken(tx, { kind: 'join_company', userId, email, hash, lifetimeHours: invitationDays * 24 });
  await mail(
    tx,
    email,
    'join_company',
    { firstName, companyName, by: await findUserName(tx, inviter.userId), token },
    inviter.language,
  );
}

/** Sends the invitation of a person who has not joined again. */
export async function inviteAgain(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  input: { id: string; companyId?: string | undefined },
): Promise<void> {
  const { id } = input;
  if (await sendAccountInvitationAgain(db, actor, scope, input)) return;
  const { invited, active, email, firstName, companyId } = await findEmployee(db, scope, id);
  if (!invited) throw conflict(text('errors.employeeHasPassword'));
  if (!active) throw conflict(text('errors.employeeDeactivated'));
  await countInvitation(db, id);
  const { companyName } = await findCompany(db, scope, companyId);
  await db.transaction(async (tx) => {
    await sendInvitation(tx, { userId: id, email, firstName, companyName, inviter: actor });
    await audit(tx, actor, { action: 'employee.invite', subject: { type: 'user', id }, companyId });
  });
}

/**
 * Finds the invited person of a link, for both kinds of invitations.
 * @throws gone if the link is invalid or expired
 */
export async function findInvitation(db: Database, token: string, ip: string) {
  await countHit(db, { bucket: 'join_company', key: toAddressKey(ip) }, perAddress);
  const accountInvitation = await findAccountInvitation(db, token);
  return accountInvitation ?? { ...(await findNewAccountInvitation(db, token)), hasAccount: false };
}

async function findNewAccountInvitation(db: Database, token: string) {
  const [invitation] = await db
    .select({
      proofId: oneTimeTokens.id,
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      companyId: companies.id,
      companyName: companies.companyName,
    })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), eq(users.email, oneTimeTokens.email), isNull(users.passwordHash)))
    .innerJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .innerJoin(companies, eq(companies.id, employees.companyId))
    .where(
      and(
        eq(oneTimeTokens.kind, 'join_company'),
        eq(oneTimeTokens.hash, hashLinkToken(token)),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, new Date()),
      ),
    );
  if (!invitation) throw expiredLinkError();
  return invitation;
}

/**
 * Sets the first password, which uses up the link and verifies the address. The client then signs in with a separate call.
 * The account is locked before its links, as in every change of a password, so that changes cannot deadlock.
 */
export async function joinCompany(
  db: Database,
  { token, password }: { token: string; password: string },
  ip: string,
): Promise<{ email: string }> {
  await countHit(db, { bucket: 'join_company', key: toAddressKey(ip) }, perAddress);
  const { proofId, userId, email, firstName, lastName, companyId } = await findNewAccountInvitation(db, token);
  assertUncommon(password, [email, firstName, lastName], 'password');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const joinedUser = await tx
      .update(users)
      .set({
        passwordHash,
        mustChangePassword: false,
        passwordSetByOther: false,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${new Date().toISOString()}::timestamptz)`,
        version: sql`${users.version} + 1`,
      })
      .where(and(eq(users.id, userId), isNull(users.passwordHash)))
      .returning({ id: users.id });
    const used = await tx
      .update(oneTimeTokens)
      .set({ usedAt: new Date() })
      .where(and(eq(oneTimeTokens.id, proofId), isNull(oneTimeTokens.usedAt)))
      .returning({ id: oneTimeTokens.id });
    if (used.length === 0 || joinedUser.length === 0) throw expiredLinkError();
    const self = { userId, impersonatorId: null, companyId, ip };
    await audit(tx, self, { action: 'employee.join', subject: { type: 'user', id: userId } });
  });
  return { email };
}
