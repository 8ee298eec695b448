import { and, eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { type Role, roles } from '#shared/access/access.ts';
import type { LoginRequest } from '#shared/accounts/auth.ts';
import { isAdminSide, isEmployeeRole } from '#shared/access/authority.ts';
import { messages } from '#shared/messages.ts';
import { termsVersion } from '#shared/accounts/terms.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { changedMeanwhile } from '#server/session/sessions.ts';
import type { LoginAccount } from './account-query.ts';

/**
 * What a log-in changes on the account: terms accepted with it, the employer role added to a driver's. It is held meanwhile
 * and read again: what somebody else has changed while the password was judged stays changed.
 * @throws unauthenticated when every session was ended since, account_locked when a company deactivated who asks for the role
 */
export async function applyLogin(db: Database, account: LoginAccount, request: LoginRequest, ip: string): Promise<LoginAccount> {
  if (!isChangedBy(request, account)) return account;
  return db.transaction(async (tx) => {
    const now = await holdAccount(tx, account);
    const becomesEmployer = request.createRole && mayBecomeEmployer(now.roles);
    const held = becomesEmployer ? [...now.roles, roles.companyUser] : now.roles;
    const terms = isAcceptance(request, now) ? { termsAcceptedAt: new Date(), termsVersion } : {};
    await tx
      .update(users)
      .set({ ...terms, roles: held })
      .where(eq(users.id, account.id));
    if (becomesEmployer) {
      await assertNeverEmployed(tx, account.id);
      const actor = { userId: account.id, impersonatorId: null, ip };
      const subject = { type: 'user', id: account.id };
      await audit(tx, actor, { action: 'role.add', subject, detail: { role: roles.companyUser } });
    }
    return { ...account, ...now, ...terms, roles: held };
  });
}

type Terms = Pick<LoginAccount, 'termsAcceptedAt' | 'termsVersion'>;

const isAcceptance = ({ tnTermsAccepted }: LoginRequest, { termsAcceptedAt, termsVersion: accepted }: Terms) =>
  tnTermsAccepted && (termsAcceptedAt === null || accepted !== termsVersion);

const isChangedBy = (request: LoginRequest, account: LoginAccount) =>
  isAcceptance(request, account) || (request.createRole && mayBecomeEmployer(account.roles));

async function holdAccount(tx: Database, { id, sessionVersion }: LoginAccount) {
  const { roles: held, termsAcceptedAt, termsVersion: accepted } = users;
  const [now] = await tx
    .select({ roles: held, termsAcceptedAt, termsVersion: accepted })
    .from(users)
    .where(and(eq(users.id, id), eq(users.sessionVersion, sessionVersion)))
    .for('update');
  if (!now) throw changedMeanwhile();
  return now;
}

/** A deactivated person's account still belongs to that company, and to one at most (`product: Words`). */
async function assertNeverEmployed(tx: Database, userId: string): Promise<void> {
  const [membership] = await tx.select({ companyId: employees.companyId }).from(employees).where(eq(employees.userId, userId));
  if (membership) throw new AppError('account_locked', messages.deactivated);
}

const mayBecomeEmployer = (held: readonly Role[]) => !held.some(isEmployeeRole) && !isAdminSide(held);
