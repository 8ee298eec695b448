import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { adminEntrance, landing, newsEntrance, type Role, roles } from '#shared/access.ts';
import type { Entrance, LoginAnswer, LoginRequest } from '#shared/auth.ts';
import { messages } from '#shared/messages.ts';
import { termsVersion } from '#shared/terms.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { isPasswordOf } from '#server/session/passwords.ts';
import { type Client, startSession } from '#server/session/sessions.ts';
import { findForLogin, type LoginAccount } from './account-query.ts';
import { assertNotDelayed, countWrongLogin, forgetWrongLogins, loginDelays } from './login-delay.ts';
import { strengthenHash } from '#server/auth/passwords/strengthen-hash.ts';

const wrongLogin = () => new AppError('unauthenticated', messages.wrongLogin);
const stranger = { isKnownAddress: false, isKnownDevice: false };

/**
 * Signs in. No account, a wrong password and the wrong entrance get the same answer in the same time; only the right
 * password learns that the account is locked (`product: Accounts and sessions`).
 */
export async function login({ db, keys }: Services, request: LoginRequest, from: Omit<Client, 'deviceId'>): Promise<LoginAnswer> {
  const { email, deviceId } = request;
  const delays = loginDelays(email, from.ip, deviceId);
  const found = await findForLogin(db, email, { ip: from.ip, deviceId });
  const known = found ?? stranger;
  await assertNotDelayed(db, delays, known);
  const isRight = await isPasswordOf(found?.passwordHash, request.password);
  if (!found || !isRight || !opens(request.role, found.roles)) {
    await countWrongLogin(db, delays, known);
    throw wrongLogin();
  }
  const hasFailed = await assertNotDelayed(db, delays, known);
  if (hasFailed) await forgetWrongLogins(db, delays);
  if (found.status === 'Locked') throw new AppError('account_locked', 'This account is locked. Ask support to unlock it.');
  /** A deactivated employee, who is nothing else here. */
  if (found.roles.length === 0) throw new AppError('account_locked', messages.deactivated);
  await strengthenHash(db, found, request.password);
  const account = await applyLogin(db, found, request, from.ip);
  const tokens = await startSession(db, keys, account, { ...from, deviceId });
  return answerOf(account, tokens, from.kind);
}

/** Admin-side entrances let in their own roles only; the others let everybody in. */
function opens(entrance: Entrance, held: readonly Role[]): boolean {
  if (entrance === 'admin') return held.some((role) => adminEntrance.includes(role));
  if (entrance === 'NewsAdmin') return held.some((role) => newsEntrance.includes(role));
  return true;
}

/** What a log-in changes on the account: terms accepted with it, the employer role added to a driver's. */
async function applyLogin(db: Database, account: LoginAccount, request: LoginRequest, ip: string): Promise<LoginAccount> {
  const hasNewWords = account.termsAcceptedAt === null || account.termsVersion !== termsVersion;
  const termsAcceptedAt = request.tnTermsAccepted && hasNewWords ? new Date() : account.termsAcceptedAt;
  const becomesEmployer = request.createRole && mayBecomeEmployer(account.roles);
  const held = becomesEmployer ? [...account.roles, roles.companyUser] : account.roles;
  if (termsAcceptedAt === account.termsAcceptedAt && !becomesEmployer) return account;
  await db.transaction(async (tx) => {
    const accepted = termsAcceptedAt === account.termsAcceptedAt ? {} : { termsAcceptedAt, termsVersion };
    await tx
      .update(users)
      .set({ ...accepted, roles: held })
      .where(eq(users.id, account.id));
    if (!becomesEmployer) return;
    const actor = { userId: account.id, impersonatorId: null, ip };
    await audit(tx, actor, {
      action: 'role.add',
      subject: { type: 'user', id: account.id },
      detail: { role: roles.companyUser },
    });
  });
  return { ...account, termsAcceptedAt, roles: held };
}

const isEmployee = (held: readonly Role[]) => held.includes(roles.companyAdmin) || held.includes(roles.companyUser);

function mayBecomeEmployer(held: readonly Role[]): boolean {
  return !isEmployee(held) && !held.some((role) => adminEntrance.includes(role));
}

/** A driver's profile is complete when it can be matched, an employer's when the company exists. */
function isProfileComplete({ roles: held, companyId, hasDriverProfile }: LoginAccount): boolean {
  if (held.some((role) => adminEntrance.includes(role))) return true;
  return isEmployee(held) ? companyId !== null : hasDriverProfile;
}

function answerOf(
  account: LoginAccount,
  tokens: { accessToken: string; refreshToken: string },
  kind: Client['kind'],
): LoginAnswer {
  const { firstName, lastName, email, phone, timezone, termsAcceptedAt, mustChangePassword } = account;
  const isHeld = mustChangePassword && kind === 'web';
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
    redirect: isHeld ? '/change-password' : landing(account.roles, account.companyId),
  };
}
