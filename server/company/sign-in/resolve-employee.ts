import { and, eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companyIdentities, type companySignIns, employees } from '#drizzle/schema/companies.ts';
import { adminSignInRoles, roles } from '#shared/access/access.ts';
import { isEmployeeRole } from '#shared/access/authority.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import { emailField, nameField } from '#shared/fields.ts';
import type { Language } from '#shared/texts/texts.ts';
import { audit } from '#server/audit.ts';
import { voidPassword } from '#server/auth/passwords/put-password.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { recordConsent } from '#server/session/consent.ts';
import type { SessionAccount } from '#server/session/sessions.ts';
import { text } from '#shared/texts/texts.ts';

type Provider = Pick<typeof companySignIns.$inferSelect, 'companyId' | 'issuer' | 'domain' | 'createsAccounts'>;
type Arrival = {
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
 * The account of a person whom the company's provider identified (`docs/product/access.md#company-sign-in`): by the provider's
 * user id, otherwise by an address of the proved domain that the provider verified. Only active people of this company
 * enter. A person without an account gets one if the company's settings say so.
 */
export function resolveEmployee(db: Database, provider: Provider, arrival: Arrival): Promise<SessionAccount> {
  return db.transaction(async (tx) => {
    const { companyId, issuer } = provider;
    const [linked] = await tx
      .select(columns)
      .from(companyIdentities)
      .innerJoin(users, eq(users.id, companyIdentities.userId))
      .leftJoin(employees, eq(employees.userId, users.id))
      .where(
        and(
          eq(companyIdentities.companyId, companyId),
          eq(companyIdentities.issuer, issuer),
          eq(companyIdentities.subject, arrival.subject),
        ),
      )
      .for('update', { of: users });
    if (linked) return enter(tx, provider, linked, arrival);
    const email = provenEmail(provider, arrival);
    const [holder] = await tx
      .select(columns)
      .from(users)
      .leftJoin(employees, eq(employees.userId, users.id))
      .where(sql`lower(${users.email}) = lower(${email})`)
      .for('update', { of: users });
    return holder ? link(tx, provider, holder, arrival) : create(tx, provider, email, arrival);
  });
}

type Account = Pick<
  typeof users.$inferSelect,
  'id' | 'roles' | 'status' | 'termsVersion' | 'sessionVersion' | 'emailVerifiedAt' | 'passwordSetByOther'
> & { companyId: string | null; active: boolean | null };

const notAMember = () => new AppError('forbidden', text('errors.askCompanyAdminToAddYou'));

/** Only ASCII addresses are compared, so that a look-alike of the domain is another one. */
function provenEmail({ domain }: Provider, { email, isEmailVerified }: Arrival): string {
  const read = emailField.safeParse(email ?? '');
  if (!read.success || !isEmailVerified) throw new AppError('email_unverified', text('errors.companySignInEmailUnverified'));
  const address = read.data;
  const isOfDomain = /^[\x21-\x7e]+$/.test(address) && address.slice(address.lastIndexOf('@') + 1).toLowerCase() === domain;
  if (!isOfDomain) throw new AppError('forbidden', text('errors.companySignInOtherDomain', { domain }));
  return address;
}

async function enter(tx: Database, { companyId }: Provider, account: Account, arrival: Arrival): Promise<SessionAccount> {
  const { id, roles: userRoles, sessionVersion } = account;
  const isMember = account.companyId === companyId && account.active === true && userRoles.some(isEmployeeRole);
  if (!isMember || userRoles.some((role) => adminSignInRoles.includes(role))) throw notAMember();
  if (account.status === 'Locked') throw new AppError('account_locked', text('errors.thisAccountLockedContactSupport'));
  if (arrival.hasAcceptedTerms && account.termsVersion !== termsVersion) {
    await tx.update(users).set({ termsAcceptedAt: new Date(), termsVersion }).where(eq(users.id, id));
    await recordConsent(tx, { userId: id, ip: arrival.ip, language: arrival.language }, { kind: 'terms' });
  }
  return { id, roles: userRoles, sessionVersion };
}

/** The provider's word proves the address. A password that another person set ends, as with a social sign-in. */
async function link(tx: Database, provider: Provider, account: Account, arrival: Arrival): Promise<SessionAccount> {
  const entered = await enter(tx, provider, account, arrival);
  const { companyId, issuer } = provider;
  const { id } = account;
  const { subject } = arrival;
  const linked = await tx
    .insert(companyIdentities)
    .values({ companyId, issuer, subject, userId: id })
    .onConflictDoNothing()
    .returning({ userId: companyIdentities.userId });
  // The account is linked to another user of the provider, such as the former holder of the address.
  if (linked.length === 0) throw notAMember();
  if (account.emailVerifiedAt === null) await tx.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
  const sessionVersion = account.passwordSetByOther ? await voidPassword(tx, id) : entered.sessionVersion;
  const actor = { userId: id, impersonatorId: null, ip: arrival.ip };
  const detail = { provider: issuer, passwordVoided: account.passwordSetByOther };
  await audit(tx, actor, { action: 'identity.link', subject: { type: 'user', id }, companyId, detail });
  return { ...entered, sessionVersion };
}

async function create(tx: Database, provider: Provider, email: string, arrival: Arrival): Promise<SessionAccount> {
  const { companyId, issuer, createsAccounts } = provider;
  if (!createsAccounts) throw notAMember();
  const { subject, ip, language, hasAcceptedTerms } = arrival;
  const id = newId();
  const userRoles = [roles.companyUser];
  await tx.insert(users).values({
    id,
    email,
    emailVerifiedAt: new Date(),
    firstName: nameOr(arrival.firstName, 'New'),
    lastName: nameOr(arrival.lastName, 'Employee'),
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

/** Providers allow any text as a name. A text that is not valid here is replaced, and the person can change it. */
function nameOr(name: string | null, fallback: string): string {
  const read = nameField.safeParse(name ?? '');
  return read.success ? read.data : fallback;
}
