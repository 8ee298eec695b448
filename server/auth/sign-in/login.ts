import { and, eq, sql } from 'drizzle-orm';
import { users, sessions, shownTimezone } from '#drizzle/schema/accounts.ts';
import { employees, companies } from '#drizzle/schema/companies.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { audit } from '#server/audit/audit.ts';
import { hasFactor, type SignInRequest, secondFactorRequired } from '#server/auth/factors/check-factor.ts';
import type { Database } from '#server/db/open.ts';
import { buildOncePerDatabase } from '#server/db/prepare.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { recordConsent } from '#server/session/consent.ts';
import { isWeakHash } from '#server/session/hash-cost.ts';
import { verifyPassword, hashPassword } from '#server/session/passwords.ts';
import { type Client, startSession, accountChanged, rolesOfSession } from '#server/session/sessions.ts';
import { adminSignInRoles, landingPath, newsSignInRoles, type Role, roles } from '#shared/access/access.ts';
import { isEmployeeRole, isAdminSide } from '#shared/access/authority.ts';
import type { SignInRole, LoginAnswer, LoginRequest } from '#shared/accounts/auth.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import { text } from '#shared/texts/texts.ts';
import { findOwnOrigin, findProviderOrigin } from './check-provider.ts';
import { assertNotDelayed, countWrongLogin, clearWrongLogins, getLoginBuckets } from './login-delay.ts';

type From = Omit<Client, 'deviceId'>;
type LoginAccount = NonNullable<Awaited<ReturnType<typeof findForLogin>>>;

/**
 * Reads the account of an email address with everything that sign-in needs, in one query. If there is no account, the query
 * reads the next one in the alphabet and discards it. Finding nothing would be faster and reveal that there is no account
 * (`docs/product/access.md#sign-in`).
 */
export async function findForLogin(db: Database, email: string, { ip, deviceId }: { ip: string; deviceId: string }) {
  const [row] = await accountByEmail(db).execute({
    email,
    ip,
    deviceId: isNameOfDevice(deviceId) ? deviceId : null,
  });
  if (!row) return undefined;
  const { isAsked, ...account } = row;
  return isAsked ? account : undefined;
}

/** Device ids have at least eight characters. A shorter text does not identify a device. */
export const isNameOfDevice = (deviceId: string) => deviceId.length >= 8;

const address = sql`lower(${users.email})`;
const requestedEmail = sql`lower(${sql.placeholder('email')})`;
const hasEmail = sql`${address} = ${requestedEmail}`;

const accountByEmail = buildOncePerDatabase((db) =>
  db
    .select({
      id: users.id,
      isAsked: sql<boolean>`${hasEmail}`,
      email: users.email,
      passwordHash: users.passwordHash,
      firstName: users.firstName,
      lastName: users.lastName,
      phone: users.phone,
      phoneExtension: users.phoneExtension,
      timezone: shownTimezone,
      roles: users.roles,
      status: users.status,
      termsAcceptedAt: users.termsAcceptedAt,
      termsVersion: users.termsVersion,
      mustChangePassword: users.mustChangePassword,
      sessionVersion: users.sessionVersion,
      hasFactor,
      companyId: companies.id,
      hasDriverProfile: sql<boolean>`coalesce(${drivers.cdlStatus} is not null and ${drivers.postalCode} is not null
        and ${drivers.yearsOfExperience} is not null, false)`,
      /** Whether the owner signed in from this network address before. Strangers' failures elsewhere do not delay it. */
      isKnownAddress: sql<boolean>`exists (select 1 from ${sessions} where ${sessions.userId} = ${users.id} and ${sessions.ip} = ${sql.placeholder('ip')}
        and ${sessions.impersonatorSessionId} is null)`,
      /** Whether the owner signed in on this device before, from any network address. */
      isKnownDevice: sql<boolean>`exists (select 1 from ${sessions} where ${sessions.userId} = ${users.id} and ${sessions.deviceId} = ${sql.placeholder('deviceId')}
        and ${sessions.impersonatorSessionId} is null)`,
    })
    .from(users)
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .leftJoin(companies, eq(companies.id, employees.companyId))
    .leftJoin(drivers, eq(drivers.userId, users.id))
    .where(
      sql`${users.id} = coalesce((select id from ${users} where ${hasEmail}),
        (select id from ${users} where ${address} > ${requestedEmail} order by ${address} limit 1),
        (select id from ${users} where ${address} < ${requestedEmail} order by ${address} desc limit 1))`,
    )
    .prepare('account_by_email'),
);

/**
 * Updates the account at sign-in: accepted terms, and the employer role for a driver. The account is locked and read again,
 * so that changes made while the password was being checked are kept.
 * @throws unauthenticated if all sessions were ended in the meantime, account_locked if the person requests the employer
 * role but was deactivated by a company
 */
async function applyLogin(db: Database, account: LoginAccount, request: SignInRequest, client: From): Promise<LoginAccount> {
  const { ip, language } = client;
  if (!isChangedBy(request, account)) return account;
  return db.transaction(async (tx) => {
    const lockedAccount = await lockAccount(tx, account);
    const addsEmployerRole = request.createRole && mayBecomeEmployer(lockedAccount.roles);
    const userRoles = addsEmployerRole ? [...lockedAccount.roles, roles.companyUser] : lockedAccount.roles;
    const terms = acceptsNewTerms(request, lockedAccount) ? { termsAcceptedAt: new Date(), termsVersion } : {};
    await tx
      .update(users)
      .set({ ...terms, roles: userRoles })
      .where(eq(users.id, account.id));
    if ('termsVersion' in terms) await recordConsent(tx, { userId: account.id, ip, language }, { kind: 'terms' });
    if (addsEmployerRole) {
      await assertNotFormerEmployee(tx, account.id);
      const actor = { userId: account.id, impersonatorId: null, ip };
      const subject = { type: 'user', id: account.id } as const;
      await audit(tx, actor, { action: 'role.add', subject, detail: { role: roles.companyUser } });
    }
    return { ...account, ...lockedAccount, ...terms, roles: userRoles };
  });
}

type Terms = Pick<LoginAccount, 'termsAcceptedAt' | 'termsVersion'>;

const acceptsNewTerms = ({ tnTermsAccepted }: SignInRequest, { termsAcceptedAt, termsVersion: acceptedVersion }: Terms) =>
  tnTermsAccepted && (termsAcceptedAt === null || acceptedVersion !== termsVersion);

const isChangedBy = (request: SignInRequest, account: LoginAccount) =>
  acceptsNewTerms(request, account) || (request.createRole && mayBecomeEmployer(account.roles));

async function lockAccount(tx: Database, { id, sessionVersion }: LoginAccount) {
  const { roles: userRoles, termsAcceptedAt, termsVersion: acceptedVersion } = users;
  const [lockedAccount] = await tx
    .select({ roles: userRoles, termsAcceptedAt, termsVersion: acceptedVersion })
    .from(users)
    .where(and(eq(users.id, id), eq(users.sessionVersion, sessionVersion)))
    .for('update');
  if (!lockedAccount) throw accountChanged();
  return lockedAccount;
}

/**
 * A deactivated employee still belongs to that company, and an account can belong to only one
 * (`docs/product/companies.md#employees`).
 */
async function assertNotFormerEmployee(tx: Database, userId: string): Promise<void> {
  const [membership] = await tx.select({ companyId: employees.companyId }).from(employees).where(eq(employees.userId, userId));
  if (membership) throw new AppError('account_locked', text('errors.deactivated'));
}

const mayBecomeEmployer = (userRoles: readonly Role[]) => !userRoles.some(isEmployeeRole) && !isAdminSide(userRoles);

const wrongLogin = () => new AppError('unauthenticated', text('errors.wrongLogin'));
const unknownOrigin = { isKnownAddress: false, isKnownDevice: false };

/**
 * Signs in with a password. An unknown account, a wrong password and the wrong sign-in page get the same answer in the same
 * time. Only the correct password reveals that the account is locked (`docs/product/access.md#sign-in`).
 * @throws second_factor_required with a challenge, if the account has a second factor
 */
export async function login(services: Services, request: LoginRequest, client: From): Promise<LoginAnswer> {
  const { db } = services;
  const { email, deviceId } = request;
  const delays = getLoginBuckets(email, client.ip, deviceId);
  const account = await findForLogin(db, email, { ip: client.ip, deviceId });
  const origin = account ?? unknownOrigin;
  await assertNotDelayed(db, delays, origin);
  const isCorrect = await verifyPassword(account?.passwordHash, request.password);
  if (!account || !isCorrect || !canSignInAs(request.role, account.roles)) {
    await countWrongLogin(db, delays, origin);
    throw wrongLogin();
  }
  const hasFailed = await assertNotDelayed(db, delays, origin);
  if (hasFailed) await clearWrongLogins(db, delays);
  assertMaySignIn(account);
  await strengthenHash(db, account, request.password);
  return continueLogin(services, account, { ...request, providerCompanyId: null }, client);
}

/**
 * Continues the own sign-in of a person who has proved the password or the mailbox.
 * @throws second_factor_required with a challenge, if the account has a second factor
 */
export async function continueLogin(
  services: Services,
  account: LoginAccount,
  signInRequest: SignInRequest,
  client: From,
): Promise<LoginAnswer> {
  await findOwnOrigin(services.db, account);
  if (account.hasFactor) throw await secondFactorRequired(services, account, signInRequest, client);
  return finishLogin(services, account, signInRequest, client);
}

/** Starts the session of a person who has proved who they are, and applies what the sign-in form requested. */
export async function finishLogin(
  services: Services,
  authenticatedAccount: LoginAccount,
  signInRequest: SignInRequest,
  client: From,
): Promise<LoginAnswer> {
  assertMaySignIn(authenticatedAccount);
  const { db } = services;
  const { deviceId, providerCompanyId } = signInRequest;
  const origin =
    providerCompanyId === null
      ? await findOwnOrigin(db, authenticatedAccount)
      : await findProviderOrigin(db, authenticatedAccount, providerCompanyId);
  const account = await applyLogin(db, authenticatedAccount, signInRequest, client);
  const tokens = await startSession(db, services, account, { ...client, deviceId }, origin);
  return loginAnswer({ ...account, roles: rolesOfSession(account.roles, origin) }, tokens);
}

export function assertMaySignIn({ status, roles: userRoles }: Pick<LoginAccount, 'status' | 'roles'>): void {
  if (status === 'Locked') throw new AppError('account_locked', text('errors.accountLocked'));
  // Only a deactivated employee has no role at all.
  if (userRoles.length === 0) throw new AppError('account_locked', text('errors.deactivated'));
}

/** Admin-side pages accept only their own roles. The other pages accept every account. */
function canSignInAs(role: SignInRole, roles: readonly Role[]): boolean {
  if (role === 'admin') return roles.some((role) => adminSignInRoles.includes(role));
  if (role === 'NewsAdmin') return roles.some((role) => newsSignInRoles.includes(role));
  return true;
}

/** A driver's profile is complete if it can be matched with jobs, an employer's if the company exists. */
function isProfileComplete({ roles: userRoles, companyId, hasDriverProfile }: LoginAccount): boolean {
  if (userRoles.some((role) => adminSignInRoles.includes(role))) return true;
  return userRoles.some(isEmployeeRole) ? companyId !== null : hasDriverProfile;
}

function loginAnswer(account: LoginAccount, tokens: { accessToken: string; refreshToken: string }): LoginAnswer {
  const { firstName, lastName, email, phone, phoneExtension, timezone, termsAcceptedAt, mustChangePassword } = account;
  return {
    firstName,
    lastName,
    email,
    phone,
    phoneExtension,
    ...tokens,
    termsAcceptedAt,
    userRoles: account.roles,
    profileComplete: isProfileComplete(account),
    timezone,
    mustChangePassword,
    redirect: mustChangePassword ? '/change-password' : landingPath(account.roles, account.companyId),
  };
}

type Account = { id: string; passwordHash: string | null };

/**
 * Hashes the password again if the stored hash is weaker than today's. Only a sign-in has the password. Under load, hashing
 * is refused, and the next sign-in tries again.
 */
async function strengthenHash(db: Database, { id, passwordHash: oldHash }: Account, password: string): Promise<void> {
  if (oldHash === null || !isWeakHash(oldHash)) return;
  try {
    const passwordHash = await hashPassword(password);
    await db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, id), eq(users.passwordHash, oldHash)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
