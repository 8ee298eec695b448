import { eq, sql, and } from 'drizzle-orm';
import { shownTimezone, users, personColumns } from '#drizzle/schema/accounts.ts';
import { employees, companies } from '#drizzle/schema/companies.ts';
import { prepareEmailChange } from '#server/auth/email/change-email.ts';
import type { Database } from '#server/db/open.ts';
import { notFound, AppError } from '#server/errors.ts';
import { assertAllowedName } from '#server/input/person-name.ts';
import { phoneColumns } from '#server/input/phone-columns.ts';
import { mediaUrl } from '#server/media/serve.ts';
import type { Services } from '#server/services.ts';
import { type Actor, requiresFactor } from '#server/session/authenticate.ts';
import { recordConsent } from '#server/session/consent.ts';
import type { ActingUser } from '#server/trpc.ts';
import type { Profile, UpdateProfile, Employer, UpdateEmployer, MeAnswer } from '#shared/accounts/auth.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import { text } from '#shared/texts/texts.ts';

export const employerColumns = {
  ...personColumns,
  companyId: employees.companyId,
  emailToVerify: users.emailToVerify,
  emailVerifiedAt: users.emailVerifiedAt,
};

/** The employer profile, which a person without a company has too (`docs/product/access.md#profiles`). */
export async function findEmployer(db: Database, userId: string): Promise<Employer> {
  const [row] = await db
    .select(employerColumns)
    .from(users)
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .where(eq(users.id, userId));
  if (!row) throw notFound(text('errors.accountNotFound'));
  const { emailVerifiedAt, ...employer } = row;
  return { ...employer, emailVerified: emailVerifiedAt !== null };
}

/** Changes the fields that are present. A new email address takes effect once it is verified. */
export async function updateEmployer(db: Database, actor: ActingUser, { email, ...change }: UpdateEmployer): Promise<Employer> {
  const changeEmail = await prepareEmailChange(db, actor, email);
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ phone: users.phone, phoneExtension: users.phoneExtension })
      .from(users)
      .where(eq(users.id, actor.userId))
      .for('update');
    await assertAllowedName(tx, actor.userId, change);
    await tx
      .update(users)
      .set({ ...change, ...phoneColumns(change, before), updatedAt: new Date(), version: sql`${users.version} + 1` })
      .where(eq(users.id, actor.userId));
    await changeEmail(tx);
  });
  return findEmployer(db, actor.userId);
}

const columns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  timezone: shownTimezone,
  profilePicture: users.profilePicture,
};

/** The signed-in person's profile, with the roles of the session (`docs/product/access.md#profiles`). */
export async function findProfile(db: Database, { userId, roles }: Pick<Actor, 'userId' | 'roles'>): Promise<Profile> {
  const [profile] = await db.select(columns).from(users).where(eq(users.id, userId));
  if (!profile) throw notFound(text('errors.accountNotFound'));
  return { ...profile, roles };
}

/** Changes the fields that are present. A new email address takes effect once it is verified. */
export async function updateProfile(db: Database, actor: ActingUser, { email, ...change }: UpdateProfile): Promise<Profile> {
  const changeEmail = await prepareEmailChange(db, actor, email);
  return db.transaction(async (tx) => {
    await assertAllowedName(tx, actor.userId, change);
    await changeEmail(tx);
    const [profile] = await tx
      .update(users)
      .set({ ...change, updatedAt: new Date(), version: sql`${users.version} + 1` })
      .where(eq(users.id, actor.userId))
      .returning(columns);
    if (!profile) throw notFound(text('errors.accountNotFound'));
    return { ...profile, roles: actor.roles };
  });
}

/** Stores when the person accepted the current terms. Accepting the same version again does not change the time. */
export async function acceptTerms(db: Database, actor: ActingUser): Promise<{ termsAcceptedAt: Date }> {
  return db.transaction(async (tx) => {
    const { termsAcceptedAt: at, termsVersion: version } = users;
    const [account] = await tx.select({ at, version }).from(users).where(eq(users.id, actor.userId)).for('update');
    if (!account) throw new AppError('unauthenticated', text('errors.signInRequired'));
    if (account.at && account.version === termsVersion) return { termsAcceptedAt: account.at };
    const termsAcceptedAt = new Date();
    await tx.update(users).set({ termsAcceptedAt, termsVersion }).where(eq(users.id, actor.userId));
    await recordConsent(tx, actor, { kind: 'terms' });
    return { termsAcceptedAt };
  });
}

/** The signed-in person and the company that the session opens. */
export async function findMe(
  { db, settings }: Services,
  { userId, companyId, roles, impersonatorId, hasFactor }: Actor,
): Promise<MeAnswer | null> {
  const [row] = await db
    .select({
      ...personColumns,
      profilePicture: users.profilePicture,
      companyId: companies.id,
      companyName: companies.companyName,
      companyStatus: companies.status,
      companyColor: companies.colorTemplate,
      logo: companies.logo,
      emailVerifiedAt: users.emailVerifiedAt,
      emailToVerify: users.emailToVerify,
      termsAcceptedAt: users.termsAcceptedAt,
      timezone: shownTimezone,
      language: users.language,
      mustChangePassword: users.mustChangePassword,
    })
    .from(users)
    .leftJoin(companies, sql`${companies.id} = ${companyId}::uuid`)
    .where(eq(users.id, userId));
  if (!row) return null;
  const { logo, emailVerifiedAt, ...me } = row;
  return {
    ...me,
    roles,
    companyLogo: logo && mediaUrl(logo),
    emailVerified: emailVerifiedAt !== null,
    mustSetUpFactor: !hasFactor && impersonatorId === null && requiresFactor(settings, roles),
    impersonatorId,
  };
}
