import { adminEntrance, landing, newsEntrance, type Role } from '#shared/access/access.ts';
import type { Entrance, LoginAnswer, LoginRequest } from '#shared/accounts/auth.ts';
import { isEmployeeRole } from '#shared/access/authority.ts';
import { messages } from '#shared/messages.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { isPasswordOf } from '#server/session/passwords.ts';
import { type Client, startSession } from '#server/session/sessions.ts';
import { findForLogin, type LoginAccount } from './account-query.ts';
import { applyLogin } from './apply-login.ts';
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
  if (found.status === 'Locked') throw new AppError('account_locked', 'This account is locked. Contact support to unlock it.');
  /** A deactivated employee, who is nothing else here. */
  if (found.roles.length === 0) throw new AppError('account_locked', messages.deactivated);
  await strengthenHash(db, found, request.password);
  const account = await applyLogin(db, found, request, from.ip);
  const tokens = await startSession(db, keys, account, { ...from, deviceId });
  return answerOf(account, tokens);
}

/** Admin-side entrances let in their own roles only; the others let everybody in. */
function opens(entrance: Entrance, held: readonly Role[]): boolean {
  if (entrance === 'admin') return held.some((role) => adminEntrance.includes(role));
  if (entrance === 'NewsAdmin') return held.some((role) => newsEntrance.includes(role));
  return true;
}

/** A driver's profile is complete when it can be matched, an employer's when the company exists. */
function isProfileComplete({ roles: held, companyId, hasDriverProfile }: LoginAccount): boolean {
  if (held.some((role) => adminEntrance.includes(role))) return true;
  return held.some(isEmployeeRole) ? companyId !== null : hasDriverProfile;
}

function answerOf(account: LoginAccount, tokens: { accessToken: string; refreshToken: string }): LoginAnswer {
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
    redirect: mustChangePassword ? '/change-password' : landing(account.roles, account.companyId),
  };
}
