import { and, eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { billingDetails } from '#drizzle/schema/billing.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import type { BillingDetails, UpdateBillingDetails } from '#shared/billing/billing-details.ts';
import { fullName } from '#shared/format.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import { locate } from './locate.ts';

/** What was saved; before that the company's own name, phone and address, with the person who runs it, while that person works there. */
export async function readBillingDetails(db: Database, { companyId }: OwnCompany): Promise<BillingDetails> {
  const [found] = await db
    .select({ company: companies, saved: billingDetails, employer: { firstName: users.firstName, lastName: users.lastName } })
    .from(companies)
    .leftJoin(billingDetails, eq(billingDetails.companyId, companies.id))
    .leftJoin(
      employees,
      and(eq(employees.userId, companies.employerId), eq(employees.companyId, companies.id), eq(employees.active, true)),
    )
    .leftJoin(users, eq(users.id, employees.userId))
    .where(eq(companies.id, companyId));
  if (!found) throw notFound('This company');
  const { company, saved, employer } = found;
  const { phone, companyName, street1, street2, city, state, postalCode, latitude, longitude } = saved ?? company;
  return {
    companyId,
    isSaved: saved !== null,
    name: saved?.name ?? (employer ? fullName(employer) : ''),
    phone,
    companyName,
    street1,
    street2,
    city,
    state,
    postalCode,
    coordinates: latitude !== null && longitude !== null ? { latitude, longitude } : null,
  };
}

/** Saves whom bills name from now on; receipts of earlier payments show it too. */
export async function saveBillingDetails(
  { db, geocoder }: Pick<Services, 'db' | 'geocoder'>,
  scope: OwnCompany,
  actor: ActingUser,
  { name, phone, companyName, ...address }: UpdateBillingDetails,
): Promise<BillingDetails> {
  const { companyId } = scope;
  const { country: _country, ...place } = await locate(geocoder, address);
  const values = { name, phone, companyName, ...place };
  await db.transaction(async (tx) => {
    await tx
      .insert(billingDetails)
      .values({ companyId, ...values })
      .onConflictDoUpdate({ target: billingDetails.companyId, set: { ...values, updatedAt: new Date() } });
    await audit(tx, actor, { action: 'billing_details.update', subject: { type: 'company', id: companyId }, companyId });
  });
  return readBillingDetails(db, scope);
}
