import { and, eq } from 'drizzle-orm';
import { personColumns, shownTimezone, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import type { MeAnswer } from '#shared/accounts/auth.ts';
import type { Database } from '#server/db/open.ts';
import { mediaUrl } from '#server/media/serve.ts';
import type { Actor } from '#server/session/authenticate.ts';

/** Who is signed in, with the company that the screens are headed by. */
export async function findMe(db: Database, { userId, roles, impersonatorId }: Actor): Promise<MeAnswer | null> {
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
      mustChangePassword: users.mustChangePassword,
    })
    .from(users)
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .leftJoin(companies, eq(companies.id, employees.companyId))
    .where(eq(users.id, userId));
  if (!row) return null;
  const { logo, emailVerifiedAt, ...me } = row;
  return { ...me, roles, companyLogo: logo && mediaUrl(logo), emailVerified: emailVerifiedAt !== null, impersonatorId };
}
