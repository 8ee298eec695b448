import { eq, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { can } from '#shared/access.ts';
import type { CompanyStatus } from '#shared/catalogues.ts';
import type { UpdateCompany } from '#shared/company.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import type { Geocoder } from '#server/places/geocoder.ts';
import { type ActingUser, assertOwnHands, type CompanyScope } from '#server/trpc.ts';
import { type CompanyRow, findCompany } from './company-queries.ts';
import { adminsOnly } from './create-company.ts';
import { type CompanyAddress, locate, type LocatedAddress } from './locate.ts';
import { checkLogo } from './logo.ts';

type Services = { db: Database; geocoder: Geocoder };

/**
 * Changes the fields that are given. Fields of the administrators may be sent by others as they stand, since legacy
 * clients send a company back whole; a change of theirs is refused (`product: Companies`).
 */
export async function updateCompany(
  { db, geocoder }: Services,
  actor: ActingUser,
  scope: CompanyScope,
  { companyId, country: _country, ...input }: UpdateCompany,
): Promise<string> {
  const before = await findCompany(db, scope, companyId);
  if (!can(actor.roles, 'company.status')) refuseAdminFields(before, input);
  if (input.logo && input.logo !== before.logo) await checkLogo(db, input.logo, actor, before.id);
  const place = await newPlace(geocoder, before, input);
  const isNewEmail = input.email !== undefined && input.email !== before.email;
  if (isNewEmail) assertOwnHands(actor);
  const emailVerifiedAt = isNewEmail ? null : undefined;
  const changes = { ...input, ...place, emailVerifiedAt };
  await db.transaction(async (tx) => {
    await tx
      .update(companies)
      .set({ ...changes, version: sql`${companies.version} + 1` })
      .where(eq(companies.id, before.id));
    const detail = { fields: changedFields(before, changes) };
    await audit(tx, actor, {
      action: 'company.update',
      subject: { type: 'company', id: before.id },
      companyId: before.id,
      detail,
    });
  });
  return before.id;
}

/** `product: Companies`: what each state means for jobs is read where jobs are read. */
export async function setCompanyStatus(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { companyId, status }: { companyId: string; status: CompanyStatus },
): Promise<string> {
  const before = await findCompany(db, scope, companyId);
  await db.transaction(async (tx) => {
    await tx
      .update(companies)
      .set({ status, version: sql`${companies.version} + 1` })
      .where(eq(companies.id, before.id));
    const detail = { from: before.status, to: status };
    await audit(tx, actor, {
      action: 'company.status',
      subject: { type: 'company', id: before.id },
      companyId: before.id,
      detail,
    });
  });
  return before.id;
}

function refuseAdminFields(before: CompanyRow, input: UpdateCompany): void {
  for (const field of ['billingType', 'type', 'salesRef', 'status'] as const) {
    if (input[field] !== undefined && input[field] !== before[field]) throw adminsOnly(field);
  }
}

/** Looked up again only when the address changes. A new ZIP code alone brings its own city and state. */
async function newPlace(
  geocoder: Geocoder,
  before: CompanyRow,
  input: Partial<CompanyAddress>,
): Promise<LocatedAddress | undefined> {
  const parts = ['street1', 'street2', 'city', 'state', 'postalCode'] as const;
  const isChanged = (part: (typeof parts)[number]) => input[part] !== undefined && input[part] !== before[part];
  if (!parts.some(isChanged)) return undefined;
  const hasMoved = isChanged('postalCode') && input.city === undefined && input.state === undefined;
  const kept = (part: (typeof parts)[number]) => (input[part] === undefined ? before[part] : (input[part] ?? null));
  return locate(geocoder, {
    street1: kept('street1'),
    street2: kept('street2'),
    city: hasMoved ? null : kept('city'),
    state: hasMoved ? null : kept('state'),
    postalCode: kept('postalCode'),
  });
}

function changedFields(before: CompanyRow, changes: object): string[] {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries(changes).flatMap(([field, value]) => (value !== undefined && value !== was.get(field) ? [field] : []));
}
