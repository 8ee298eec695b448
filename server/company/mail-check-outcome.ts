import { and, eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { roles } from '#shared/access/access.ts';
import type { Language } from '#shared/texts/texts.ts';

type Outcome = { outcome: 'verified' | 'rejected' | 'withdrawn'; usdotNumber: string; reason: string | null };

/** Tells the company's admins what became of the check of its USDOT number. */
export async function mailCheckOutcome(
  tx: Database,
  { id, companyName }: { id: string; companyName: string },
  { outcome, usdotNumber, reason }: Outcome,
  language: Language | null,
): Promise<void> {
  const people = await tx
    .select({ email: users.email, firstName: users.firstName, roles: users.roles })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.companyId, id), eq(employees.active, true), eq(users.status, 'Active')));
  for (const { email, firstName, roles: userRoles } of people)
    if (userRoles.includes(roles.companyAdmin))
      await mail(tx, email, 'carrier_check', { firstName, companyName, outcome, usdotNumber, reason }, language);
}
