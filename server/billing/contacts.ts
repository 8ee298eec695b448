import { and, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { billingDetails } from '#drizzle/schema/billing.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { zoneOfPlace } from '#server/places/place-zone.ts';
import { roles } from '#shared/access/access.ts';
import { phone } from '#shared/format.ts';
import type { TimeZone } from '#shared/time-zone.ts';

export type BilledCompany = {
  id: string;
  name: string;
  /** The person who receives the bills. */
  attention: string | null;
  /** The lines below the name: address and phone. */
  address: string[];
  email: string;
  timeZone: TimeZone;
  recipients: string[];
};

/**
 * The companies with their names and recipients for bills. Emails go to the company's address once it is verified. Until
 * then they go to its admins, because a mistyped address would tell a stranger what the company buys.
 */
export async function billedCompanies(db: Database, companyIds: readonly string[]): Promise<Map<string, BilledCompany>> {
  const ids = [...new Set(companyIds)];
  if (ids.length === 0) return new Map();
  const companyRows = await db
    .select({ company: companies, details: billingDetails })
    .from(companies)
    .leftJoin(billingDetails, eq(billingDetails.companyId, companies.id))
    .where(inArray(companies.id, ids));
  const rows = companyRows.map(({ company, details }) => ({ ...company, details }));
  const unverified = rows.filter(({ emailVerifiedAt }) => emailVerifiedAt === null).map(({ id }) => id);
  const admins = await findAdmins(db, unverified);
  return new Map(
    rows.map(({ id, email, emailVerifiedAt, details, ...company }) => [
      id,
      {
        id,
        name: (details ?? company).companyName,
        email,
        timeZone: zoneOfPlace(company),
        attention: details?.name ?? null,
        address: [...addressLines(details ?? company), ...(details ? [phone(details.phone, details.phoneExtension)] : [])],
        recipients: emailVerifiedAt ? [email] : admins.filter((admin) => admin.companyId === id).map((admin) => admin.email),
      },
    ]),
  );
}

type Address = Record<'street1' | 'street2' | 'city' | 'state' | 'postalCode', string | null>;

function addressLines({ street1, street2, city, state, postalCode }: Address): string[] {
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [street1, street2, place].filter((line): line is string => Boolean(line));
}

async function findAdmins(db: Database, companyIds: readonly string[]) {
  if (companyIds.length === 0) return [];
  return db
    .select({ companyId: employees.companyId, email: users.email })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(
      and(
        inArray(employees.companyId, [...companyIds]),
        eq(employees.active, true),
        eq(users.status, 'Active'),
        sql`${users.roles} @> array[${roles.companyAdmin}]::text[]`,
      ),
    );
}
