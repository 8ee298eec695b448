import { adminSignInRoles, landingPath, newsSignInRoles, type Role, roles } from '#shared/access/access.ts';
import type { SignInRole, LoginAnswer, LoginRequest } from '#shared/accounts/auth.ts';
import { isEmployeeRole, isAdminSide } from '#shared/access/authority.ts';
import { text } from '#shared/texts/texts.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { recordConsent } from '#server/session/consent.ts';
import { isPasswordOf, hashPassword } from '#server/session/passwords.ts';
import { type Client, startSession, accountChanged } from '#server/session/sessions.ts';
import { hasFactor, type FirstStep, secondFactorRequired } from '#server/auth/factors/check-factor.ts';
import { assertNotDelayed, countWrongLogin, clearWrongLogins, loginDelays } from './login-delay.ts';
import { and, eq, sql } from 'drizzle-orm';
import { users, sessions, shownTimezone } from '#drizzle/schema/accounts.ts';
import { employees, companies } from '#drizzle/schema/companies.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { assertNoProviderRequired } from './check-provider.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { buildOncePerDatabase } from '#server/db/prepare.ts';
import { isWeakerThanToday } from '#server/session/hash-cost.ts';

type From = Omit<Client, 'deviceId'>;
type LoginAccount = NonNullable<Awaited<ReturnType<typeof findForLogin>>>;

/**
 * Reads the account of an address with everything that sign-in needs, in one query. If there is no account, it reads the
 * next account in the alphabet and discards it, because finding nothing would be faster and reveal that there is none
 * (`docs/product/access.md#sign-in`).
 */
export async function findForLogin(db: Database, email: string, { ip, deviceId }: { ip: string; deviceId: string }) {
  const [row] = await accountByEmail(db, 'by e-mail').execute({
    email,
    ip,
    deviceId: isNameOfDevice(deviceId) ? deviceId : null,
  });
  if (!row) return undefined;
  const { isAsked, ...account } = row;
  return isAsked ? account : undefined;
}

/** A device id has eight characters. A shorter one does not identify a device. */
const isNameOfDevice = (deviceId: string) => deviceId.length >= 8;

const address = sql`lower(${users.email})`;
const requestedEmail = sql`lower(${sql.placeholder('email')})`;
const hasEmail = sql`${address} = ${requestedEmail}`;

const accountByEmail = buildOncePerDatabase((db, _only: 'by e-mail') =>
  db
    .select({
      id: users.id,
      isAsked: sql<boolean>`${hasEmail}`,
      email: users.email,
      passwordHash: users.passwordHash,
      firstName: users.firstName,
      lastName: users.lastName,
      phone: users.phone,
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
      /** The person signed in from this network address before, so that a stranger's failures elsewhere do not delay them. */
      isKnownAddress: sql<boolean>`exists (select 1 from ${sessions} where ${sessions.userId} = ${users.id} and ${sessions.ip} = ${sql.placeholder('ip')}
        and ${sessions.impersonatorSessionId} is null)`,
      /** The person signed in on this device before, from any network address. */
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
 * @throws unauthenticated when every session was ended since, account_locked when a company deactivated the person who
 * requests the role
 */
async function applyLogin(db: Database, account: LoginAccount, request: FirstStep, from: From): Promise<LoginAccount> {
  const { ip, language } = from;
  if (!isChangedBy(request, account)) return account;
  return db.transaction(async (tx) => {
    const now = await holdAccount(tx, account);
    const addsEmployerRole = request.createRole && mayBecomeEmployer(now.roles);
    const userRoles = addsEmployerRole ? [...now.roles, roles.companyUser] : now.roles;
    const terms = isAcceptance(request, now) ? { termsAcceptedAt: new Date(), termsVersion } : {};
    await tx
      .update(users)
      .set({ ...terms, roles: userRoles })
      .where(eq(users.id, account.id));
    if ('termsVersion' in terms) await recordConsent(tx, { userId: account.id, ip, language }, { kind: 'terms' });
    if (addsEmployerRole) {
      await assertNeverEmployed(tx, account.id);
      const actor = { userId: account.id, impersonatorId: null, ip };
      const subject = { type: 'user', id: account.id } as const;
      await audit(tx, actor, { action: 'role.add', subject, detail: { role: roles.companyUser } });
    }
    return { ...account, ...now, ...terms, roles: userRoles };
  });
}

type Terms = Pick<LoginAccount, 'termsAcceptedAt' | 'termsVersion'>;

const isAcceptance = ({ tnTermsAccepted }: FirstStep, { termsAcceptedAt, termsVersion: accepted }: Terms) =>
  tnTermsAccepted && (termsAcceptedAt === null || accepted !== termsVersion);

const isChangedBy = (request: FirstStep, account: LoginAccount) =>
  isAcceptance(request, account) || (request.createRole && mayBecomeEmployer(account.roles));

async function holdAccount(tx: Database, { id, sessionVersion }: LoginAccount) {
  const { roles: userRoles, termsAcceptedAt, termsVersion: accepted } = users;
  const [now] = await tx
    .select({ roles: userRoles, termsAcceptedAt, termsVersion: accepted })
    .from(users)
    .where(and(eq(users.id, id), eq(users.sessionVersion, sessionVersion)))
    .for('update');
  if (!now) throw accountChanged();
  return now;
}

/**
 * A deactivated employee still belongs to that company, and an account can belong to only one
 * (`docs/product/companies.md#employees`).
 */
async function assertNeverEmployed(tx: Database, userId: string): Promise<void> {
  const [membership] = await tx.select({ companyId: employees.companyId }).from(employees).where(eq(employees.userId, userId));
  if (membership) throw new AppError('account_locked', text('errors.deactivated'));
}

const mayBecomeEmployer = (userRoles: readonly Role[]) => !userRoles.some(isEmployeeRole) && !isAdminSide(userRoles);

const wrongLogin = () => new AppError('unauthenticated', text('errors.wrongLogin'));
const stranger = { isKnownAddress: false, isKnownDevice: false };

/**
 * Signs in. An unknown account, a wrong password and the wrong sign-in page get the same answer in the same time. Only the
 * right password reveals that the account is locked (`docs/product/access.md#sign-in`).
 * @throws second_factor_required with the challenge of the second step, for an account that has a second factor
 */
export async function login(services: Services, request: LoginRequest, from: From): Promise<LoginAnswer> {
  const { db } = services;
  const { email, deviceId } = request;
  const delays = loginDelays(email, from.ip, deviceId);
  const found = await findForLogin(db, email, { ip: from.ip, deviceId });
  const delayed = found ?? stranger;
  await assertNotDelayed(db, delays, delayed);
  const isRight = await isPasswordOf(found?.passwordHash, request.password);
  if (!found || !isRight || !canSignInAs(request.role, found.roles)) {
    await countWrongLogin(db, delays, delayed);
    throw wrongLogin();
  }
  const hasFailed = await assertNotDelayed(db, delays, delayed);
  if (hasFailed) await clearWrongLogins(db, delays);
  assertMayEnter(found);
  await strengthenHash(db, found, request.password);
  await assertNoProviderRequired(db, found.id);
  if (found.hasFactor) throw await secondFactorRequired(services, found, request, from);
  return finishLogin(services, found, request, from);
}

/** Starts the session of a person who has proved who they are, and makes the other changes that the sign-in requested. */
export async function finishLogin(services: Services, found: LoginAccount, first: FirstStep, from: From): Promise<LoginAnswer> {
  assertMayEnter(found);
  await assertNoProviderRequired(services.db, found.id);
  const account = await applyLogin(services.db, found, first, from);
  const tokens = await startSession(services.db, services, account, { ...from, deviceId: first.deviceId });
  return loginAnswer(account, tokens);
}

function assertMayEnter({ status, roles: userRoles }: LoginAccount): void {
  if (status === 'Locked') throw new AppError('account_locked', text('errors.thisAccountLockedContactSupport'));
  /** The person is a deactivated employee and has no other role. */
  if (userRoles.length === 0) throw new AppError('account_locked', text('errors.deactivated'));
}

/** Admin-side pages accept only their own roles. The other pages accept every account. */
function canSignInAs(role: SignInRole, roles: readonly Role[]): boolean {
  if (role === 'admin') return roles.some((role) => adminSignInRoles.includes(role));
  if (role === 'NewsAdmin') return roles.some((role) => newsSignInRoles.includes(role));
  return true;
}

/** A driver's profile is complete when it can be matched, an employer's when the company exists. */
function isProfileComplete({ roles: userRoles, companyId, hasDriverProfile }: LoginAccount): boolean {
  if (userRoles.some((role) => adminSignInRoles.includes(role))) return true;
  return userRoles.some(isEmployeeRole) ? companyId !== null : hasDriverProfile;
}

function loginAnswer(account: LoginAccount, tokens: { accessToken: string; refreshToken: string }): LoginAnswer {
  const { firstName, lastName, email, phone, timezone, termsAcceptedAt, mustChangePassword } = account;
  return {
    firstName,
    lastName,
    email,
    phone,
    ...tokens,
    termsAcceptedAt,
    userRoles: account.roles,
    profileComplete: isProfileComplete(account),
    timezone,
    ssnLogin: false,
    mustChangePassword,
    redirect: mustChangePassword ? '/change-password' : landingPath(account.roles, account.companyId),
  };
}

type Account = { id: string; passwordHash: string | null };

/**
 * Hashes the password again if its hash is weaker than today's, because only sign-in has the password. Under load this
 * waits for the next sign-in.
 */
async function strengthenHash(db: Database, { id, passwordHash: oldHash }: Account, password: string): Promise<void> {
  if (oldHash === null || !isWeakerThanToday(oldHash)) return;
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
