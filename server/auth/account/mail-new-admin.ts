import { and, arrayContains, arrayOverlaps, eq, isNotNull, ne, or, type SQL } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { capabilities, type Role, roles } from '#shared/access/access.ts';
import type { Language } from '#shared/texts/texts.ts';

/**
 * Tells a company's other admins about a new one, so that nobody adds one in secret (`docs/product/companies.md#employees`).
 * The person who made the change is told too, because someone else may have used their session.
 */
export async function mailNewCompanyAdmin(
  tx: Database,
  { id, companyId }: { id: string; companyId: string },
  language: Language | null,
): Promise<void> {
  const [company] = await tx.select({ name: companies.companyName }).from(companies).where(eq(companies.id, companyId));
  const isAdminThere = and(
    eq(employees.companyId, companyId),
    eq(employees.active, true),
    arrayContains(users.roles, [roles.companyAdmin]),
  );
  await mailOthers(tx, { id, companyName: company?.name ?? null, isSuperAdmin: false, isRecipient: isAdminThere, language });
}

/** Tells the other administrators about a new one (`docs/product/access.md#managing-accounts`). */
export async function mailNewAdministrator(
  tx: Database,
  { id, role }: { id: string; role: Role },
  language: Language | null,
): Promise<void> {
  const isSuperAdmin = role === roles.superAdmin;
  await mailOthers(tx, {
    id,
    companyName: null,
    isSuperAdmin,
    isRecipient: arrayOverlaps(users.roles, [...capabilities['accounts.manage']]),
    language,
  });
}

type NewAdmin = {
  id: string;
  companyName: string | null;
  isSuperAdmin: boolean;
  isRecipient: SQL | undefined;
  language: Language | null;
};

async function mailOthers(tx: Database, { id, companyName, isSuperAdmin, isRecipient, language }: NewAdmin): Promise<void> {
  const [newAdmin] = await tx.select({ name: users.fullName, email: users.email }).from(users).where(eq(users.id, id));
  if (!newAdmin) throw new Error('A new admin has no account');
  const hasJoined = or(isNotNull(users.passwordHash), isNotNull(users.emailVerifiedAt));
  const recipients = await tx
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .leftJoin(employees, eq(employees.userId, users.id))
    .where(and(isRecipient, ne(users.id, id), eq(users.status, 'Active'), hasJoined));
  for (const { email, firstName } of recipients)
    await mail(tx, email, 'admin_added', { firstName, ...newAdmin, companyName, isSuperAdmin }, language);
}
