import { and, eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies, companyIdentities, companySignIns, employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import { voidPassword } from '#server/auth/passwords/put-password.ts';
import { isInDomain } from '#server/auth/sign-in/check-provider.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { toAllowedName } from '#server/input/person-name.ts';
import { mail } from '#server/mail/outbox.ts';
import { recordConsent } from '#server/session/consent.ts';
import type { SessionAccount } from '#server/session/sessions.ts';
import { adminSignInRoles, roles } from '#shared/access/access.ts';
import { isEmployeeRole } from '#shared/access/authority.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import { isStoredMailbox } from '#shared/email-address.ts';
import { emailField } from '#shared/fields.ts';
import type { Language } from '#shared/texts/texts.ts';
import { text } from '#shared/texts/texts.ts';

type Provider = Pick<typeof companySignIns.$inferSelect, 'companyId' | 'issuer' | 'clientId' | 'domain' | 'createsAccounts'>;
type ProviderIdentity = {
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  ip: string;
  language: Language;
  hasAcceptedTerms: boolean;
};

const columns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  roles: users.roles,
  status: users.status,
  termsVersion: users.termsVersion,
  sessionVersion: users.sessionVersion,
  emailVerifiedAt: users.emailVerifiedAt,
  passwordSetByOther: users.passwordSetByOther,
  companyId: employees.companyId,
  active: employees.active,
};

/**
 * Finds or creates the account of a person whom the company's provider identified
 * (`docs/product/access.md#company-sign-in`). The account is found by the provider's user id, or else by an email address that
 * the provider verified and that belongs to the company's domain. The account's own address must be of this domain at every
 * sign-in, because the domain is what the company has proved. Only active people of this company can sign in. A person
 * without an account gets one if the company's settings allow it.
 */
export function resolveEmployee(db: Database, provider: Provider, identity: ProviderIdentity): Promise<SessionAccount> {
  return db.transaction(async (tx) => {
    const { companyId, issuer } = provider;
    await assertStillProvider(tx, provider);
    const [linkedAccount] = await tx
      .select(columns)
      .from(companyIdentities)
      .innerJoin(users, eq(users.id, companyIdentities.userId))
      .leftJoin(employees, eq(employees.userId, users.id))
      .where(
        and(
          eq(companyIdentities.companyId, companyId),
          eq(companyIdentities.issuer, issuer),
          eq(companyIdentities.subject, identity.subject),
        ),
      )
      .for('update', { of: users });
    if (linkedAccount) return prepareSignIn(tx, provider, linkedAccount, identity);
    const email = getVerifiedEmail(provider, identity);
    const [accountWithEmail] = await tx
      .select(columns)
      .from(users)
      .leftJoin(employees, eq(employees.userId, users.id))
      .where(sql`lower(${users.email}) = lower(${email})`)
      .for('update', { of: users });
    return accountWithEmail ? link(tx, provider, accountWithEmail, identity) : create(tx, provider, email, identity);
  });
}

type Account = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'firstName' | 'roles' | 'status' | 'termsVersion' | 'sessionVersion' | 'emailVerifiedAt' | 'passwordSetByOther'
> & { companyId: string | null; active: boolean | null };

/** The lock makes a change of the provider wait, so that it also removes a link that is still being written. */
async function assertStillProvider(tx: Database, { companyId, issuer, clientId }: Provider): Promise<void> {
  const isSame = and(
    eq(companySignIns.companyId, companyId),
    eq(companySignIns.issuer, issuer),
    eq(companySignIns.clientId, clientId),
  );
  const [current] = await tx.select({ companyId: companySignIns.companyId }).from(companySignIns).where(isSame).for('share');
  if (!current) throw new AppError('unauthenticated', text('errors.companySignInNotConfirmed'));
}

const notAMemberError = () => new AppError('forbidden', text('errors.notCompanyMember'));

const otherDomainError = (domain: string) => new AppError('forbidden', text('errors.companySignInOtherDomain', { domain }));

function getVerifiedEmail({ domain }: Provider, { email, isEmailVerified }: ProviderIdentity): string {
  const parsed = emailField.safeParse(email ?? '');
  if (!parsed.success || !isEmailVerified || !isStoredMailbox(email ?? '', parsed.data))
    throw new AppError('email_unverified', text('errors.companySignInEmailUnverified'));
  if (!isInDomain(parsed.data, domain)) throw otherDomainError(domain);
  return parsed.data;
}

async function prepareSignIn(
  tx: Database,
  { companyId, domain }: Provider,
  account: Account,
  identity: ProviderIdentity,
): Promise<SessionAccount> {
  const { id, roles: userRoles, sessionVersion } = account;
  const isMember = account.companyId === companyId && account.active === true && userRoles.some(isEmployeeRole);
  if (!isMember || userRoles.some((role) => adminSignInRoles.includes(role))) throw notAMemberError();
  if (!isInDomain(account.email, domain)) throw otherDomainError(domain);
  if (account.status === 'Locked') throw new AppError('account_locked', text('errors.accountLocked'));
  if (identity.hasAcceptedTerms && account.termsVersion !== termsVersion) {
    await tx.update(users).set({ termsAcceptedAt: new Date(), termsVersion }).where(eq(users.id, id));
    await recordConsent(tx, { userId: id, ip: identity.ip, language: identity.language }, { kind: 'terms' });
  }
  return { id, roles: userRoles, sessionVersion };
}

/**
 * Links the account, because the provider verified the address, and emails the owner. A password that another person set is
 * removed. Second factors stay and are asked for, because the company controls the provider. What the owner still has to prove
 * stays open too (`docs/product/access.md#whose-account-it-is`).
 */
async function link(tx: Database, provider: Provider, account: Account, identity: ProviderIdentity): Promise<SessionAccount> {
  const session = await prepareSignIn(tx, provider, account, identity);
  const { companyId, issuer } = provider;
  const { id, email, firstName, passwordSetByOther: isPasswordVoid } = account;
  const { subject } = identity;
  const linkedIdentities = await tx
    .insert(companyIdentities)
    .values({ companyId, issuer, subject, userId: id })
    .onConflictDoNothing()
    .returning({ userId: companyIdentities.userId });
  // The account is already linked to another user of the provider, such as the previous owner of the address.
  if (linkedIdentities.length === 0) throw notAMemberError();
  if (account.emailVerifiedAt === null) await tx.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
  const sessionVersion = isPasswordVoid ? await voidPassword(tx, id) : session.sessionVersion;
  const [company] = await tx.select({ name: companies.companyName }).from(companies).where(eq(companies.id, companyId));
  const companyName = company?.name ?? '';
  await mail(tx, email, 'company_sign_in_linked', { firstName, companyName, isPasswordVoid }, identity.language);
  const actor = { userId: id, impersonatorId: null, ip: identity.ip };
  const detail = { provider: issuer, passwordVoided: isPasswordVoid };
  await audit(tx, actor, { action: 'identity.link', subject: { type: 'user', id }, companyId, detail });
  return { ...session, sessionVersion };
}

async function create(tx: Database, provider: Provider, email: string, identity: ProviderIdentity): Promise<SessionAccount> {
  const { companyId, issuer, createsAccounts } = provider;
  if (!createsAccounts) throw notAMemberError();
  const { subject, ip, language, hasAcceptedTerms } = identity;
  const id = newId();
  const userRoles = [roles.companyUser];
  await tx.insert(users).values({
    id,
    email,
    emailVerifiedAt: new Date(),
    ...toAllowedName(identity, { firstName: 'New', lastName: 'Employee' }),
    roles: userRoles,
    ...(hasAcceptedTerms ? { termsAcceptedAt: new Date(), termsVersion } : {}),
  });
  if (hasAcceptedTerms) await recordConsent(tx, { userId: id, ip, language }, { kind: 'terms' });
  await tx.insert(employees).values({ userId: id, companyId });
  await tx.insert(companyIdentities).values({ companyId, issuer, subject, userId: id });
  const actor = { userId: id, impersonatorId: null, ip };
  const detail = { role: roles.companyUser, provider: issuer };
  await audit(tx, actor, { action: 'account.create', subject: { type: 'user', id }, companyId, detail });
  return { id, roles: userRoles, sessionVersion: 1 };
}
