import { eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import { employerColumns } from '#server/auth/account/profile.ts';
import { emailTakenError } from '#server/auth/email/change-email.ts';
import { sendVerification } from '#server/auth/email/verification.ts';
import { setPasswordFor } from '#server/auth/passwords/put-password.ts';
import { assertKeepsRequiredDomain } from '#server/auth/sign-in/check-provider.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import { assertAllowedName } from '#server/input/person-name.ts';
import { phoneColumns } from '#server/input/phone-columns.ts';
import { mail } from '#server/mail/outbox.ts';
import { assertConfirmed } from '#server/session/authenticate.ts';
import type { ActingUser } from '#server/trpc.ts';
import type { Role } from '#shared/access/access.ts';
import { isEmployeeRole, mayManageAccount } from '#shared/access/authority.ts';
import type { Employer } from '#shared/accounts/auth.ts';
import type { EditEmployer } from '#shared/admin/admin.ts';
import { type Language, text } from '#shared/texts/texts.ts';

type Row = Omit<Employer, 'emailVerified'> & { emailVerifiedAt: Date | null; roles: Role[]; language: Language | null };

/** Reads an employer's account. It may be deactivated or have no company. */
async function readRow(db: Database, id: string): Promise<Row> {
  const [row] = await db
    .select({ ...employerColumns, roles: users.roles, language: users.language })
    .from(users)
    .leftJoin(employees, eq(employees.userId, users.id))
    .where(eq(users.id, id));
  if (!row || (row.companyId === null && !row.roles.some(isEmployeeRole))) throw notFound(text('errors.employerNotFound'));
  return row;
}

export async function readEmployer(db: Database, id: string): Promise<Employer> {
  const { roles: _, language: __, emailVerifiedAt, ...employer } = await readRow(db, id);
  return { ...employer, emailVerified: emailVerifiedAt !== null };
}

function assertMayManage(actor: ActingUser, { roles: userRoles }: Row): void {
  if (!mayManageAccount(actor.roles, userRoles)) throw new AppError('forbidden', text('errors.cannotChangeSuperAdmin'));
}

/**
 * Changes the fields that are present. A new email address takes effect once its owner verifies it, and the old address gets
 * a notice. The account is locked first, so that its roles cannot change between the permission check and the update.
 */
export async function editEmployer(db: Database, actor: ActingUser, { id, email, ...input }: EditEmployer): Promise<Employer> {
  await db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
    const before = await readRow(tx, id);
    assertMayManage(actor, before);
    const changes = { ...input, ...phoneColumns(input, before) };
    await assertAllowedName(tx, id, changes);
    const fields = (['firstName', 'lastName', 'phone', 'phoneExtension'] as const).filter(
      (field) => changes[field] !== undefined && changes[field] !== before[field],
    );
    if (fields.length > 0) {
      await tx
        .update(users)
        .set({ ...changes, version: sql`${users.version} + 1` })
        .where(eq(users.id, id));
      const detail = { fields };
      await audit(tx, actor, { action: 'employer.update', subject: { type: 'user', id }, companyId: before.companyId, detail });
    }
    const isNewEmail = email !== undefined && email !== before.email && email !== before.emailToVerify;
    if (!isNewEmail) return;
    assertConfirmed(actor);
    await assertKeepsRequiredDomain(tx, id, email);
    await assertEmailAvailable(tx, id, email);
    await changeEmail(tx, actor, before, email);
  });
  return readEmployer(db, id);
}

async function assertEmailAvailable(db: Database, id: string, email: string): Promise<void> {
  const [accountWithEmail] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  if (accountWithEmail && accountWithEmail.id !== id) throw emailTakenError();
}

async function changeEmail(tx: Database, actor: ActingUser, before: Row, email: string): Promise<void> {
  const { id, firstName, companyId } = before;
  await tx.update(users).set({ emailToVerify: email }).where(eq(users.id, id));
  await sendVerification(tx, { userId: id, email, firstName, isChange: true, language: before.language ?? actor.language });
  await mail(tx, before.email, 'email_change', { firstName, email }, actor.language);
  await audit(tx, actor, { action: 'email.change', subject: { type: 'user', id }, companyId });
}

export async function setEmployerPassword(db: Database, actor: ActingUser, id: string, password: string): Promise<void> {
  const account = await readRow(db, id);
  if (id === actor.userId) throw new AppError('forbidden', text('errors.cannotSetOwnPassword'));
  assertMayManage(actor, account);
  await setPasswordFor(db, actor, account, password);
}
