import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import { emailTakenError } from '#server/auth/email/change-email.ts';
import { notifyCreatedAccount } from '#server/auth/email/verification.ts';
import { assertUncommon } from '#server/auth/passwords/common-passwords.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, violatedConstraint, invalid } from '#server/errors.ts';
import { phoneColumns } from '#server/input/phone-columns.ts';
import { findZipProblem } from '#server/places/check-address.ts';
import { PlacesUnavailable, type Address, type Geocoder } from '#server/places/geocoder.ts';
import { profileZoneOf } from '#server/places/place-zone.ts';
import { assertEmailVerified } from '#server/session/authenticate.ts';
import { hashPassword } from '#server/session/passwords.ts';
import type { ActingUser } from '#server/trpc.ts';
import { can, roles } from '#shared/access/access.ts';
import type { CompanyStatus } from '#shared/catalogues.ts';
import type { Company, CreateCompany, CreateCompanyWithEmployer } from '#shared/companies/company.ts';
import { typedAddressProblem } from '#shared/places/addresses.ts';
import { isTerritory } from '#shared/places/outside-states.ts';
import { stateCode } from '#shared/places/states.ts';
import { text } from '#shared/texts/texts.ts';
import { firstEmailProof } from './company-email.ts';
import { toCompany, type CompanyRow } from './company-query.ts';
import { checkLogo } from './logo.ts';

const selfServiceType = 2;
const enterpriseType = 1;

type Services = { db: Database; geocoder: Geocoder };
/** The person who creates a company. */
export type CompanyCreator = ActingUser & { isEmailVerified: boolean };
type Options = {
  /** Overrides the status of a new company. */
  status?: CompanyStatus | undefined;
  /** Runs in the same transaction. */
  afterCreate?: (tx: Database, company: CompanyRow) => Promise<void>;
};

/**
 * Creates a company (`docs/product/companies.md#creating-a-company`). An employer's company is Active and Self-Service,
 * pays by card, and has its creator as company admin. By default, a company created by an administrator is Enterprise and
 * Inactive and has no people. An unverified account can create one company; more require a verified email address.
 */
export async function createCompany(
  { db, geocoder }: Services,
  actor: CompanyCreator,
  input: CreateCompany,
  options: Options = {},
): Promise<Company> {
  const isAdmin = can(actor.roles, 'company.status');
  if (!isAdmin && actor.companyId) throw alreadyInCompany();
  if (isAdmin || (await hasCreatedCompany(db, actor.userId))) assertEmailVerified(actor, 'create_company');
  const billingType = input.billingType ?? 'card';
  if (!isAdmin && billingType !== 'card') throw adminsOnly('billingType');
  if (!isAdmin && input.type === enterpriseType) throw adminsOnly('type');
  const { street1 = null, street2 = null, city = null, state = null, postalCode = null, country: _, ...rest } = input;
  const fields = { ...rest, ...phoneColumns(rest) };
  const place = await locate({ db, geocoder }, { street1, street2, city, state, postalCode });
  if (input.logo) await checkLogo(db, input.logo, actor, null);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(companies)
      .values({
        ...fields,
        billingType,
        type: input.type ?? (isAdmin ? enterpriseType : selfServiceType),
        status: options.status ?? (isAdmin ? 'Inactive' : 'Active'),
        employerId: isAdmin ? null : actor.userId,
        ...place,
      })
      .returning();
    if (!row) throw new Error('A new company has no row');
    if (!isAdmin) await becomeCompanyAdmin(tx, actor.userId, row);
    await firstEmailProof(tx, actor, row);
    await audit(tx, actor, { action: 'company.create', subject: { type: 'company', id: row.id }, companyId: row.id });
    await options.afterCreate?.(tx, row);
    return toCompany(row, []);
  });
}

async function hasCreatedCompany(db: Database, userId: string): Promise<boolean> {
  const [company] = await db.select({ id: companies.id }).from(companies).where(eq(companies.employerId, userId)).limit(1);
  return company !== undefined;
}

/** The primary key of `employees` allows one company per account, even for parallel requests. */
async function becomeCompanyAdmin(tx: Database, userId: string, company: CompanyRow): Promise<void> {
  try {
    await tx.insert(employees).values({ userId, companyId: company.id });
  } catch (error) {
    if (violatedConstraint(error) === 'employees_pkey') throw alreadyInCompany();
    throw error;
  }
  const promotedRoles = sql`array_append(array_remove(array_remove(${users.roles}, ${roles.companyUser}), ${roles.companyAdmin}), ${roles.companyAdmin})`;
  const timezone = sql`coalesce(${users.timezone}, ${profileZoneOf(company)})`;
  await tx.update(users).set({ roles: promotedRoles, timezone }).where(eq(users.id, userId));
}

const alreadyInCompany = () => conflict(text('errors.alreadyInCompany'));

export function adminsOnly(field: string): AppError {
  return new AppError('forbidden', text('errors.adminsOnly'), { field });
}

/**
 * Creates a company together with its first account, in one transaction. The company is Enterprise and Inactive by default.
 * The account must change its password at the first sign-in, and an emailed link verifies its address.
 */
export async function createCompanyWithEmployer(
  services: { db: Database; geocoder: Geocoder },
  actor: CompanyCreator,
  { employer, status, ...company }: CreateCompanyWithEmployer,
): Promise<Company> {
  const { firstName, lastName, email, password } = employer;
  const phone = phoneColumns(employer, undefined, 'employer.phoneExtension');
  assertUncommon(password, [email, firstName, lastName, company.companyName], 'employer.password');
  const passwordHash = await hashPassword(password);
  const id = newId();
  try {
    const created = await createCompany(services, actor, company, {
      status,
      afterCreate: async (tx, { id: companyId, companyName, ...place }) => {
        await tx.insert(users).values({
          id,
          email,
          firstName,
          lastName,
          ...phone,
          timezone: profileZoneOf(place),
          passwordHash,
          mustChangePassword: true,
          passwordSetByOther: true,
          roles: [roles.companyAdmin],
        });
        await tx.insert(employees).values({ userId: id, companyId });
        await tx.update(companies).set({ employerId: id }).where(eq(companies.id, companyId));
        await notifyCreatedAccount(tx, { userId: id, email, firstName, creator: actor, companyName });
        const detail = { role: roles.companyAdmin, invited: false };
        await audit(tx, actor, { action: 'employee.add', subject: { type: 'user', id }, companyId, detail });
      },
    });
    return { ...created, employerId: id };
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') throw emailTakenError('employer.email');
    throw error;
  }
}

/** A company's address. `street2` (apartment, suite) is stored but not looked up. */
export type CompanyAddress = {
  street1: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
};

export type LocatedAddress = CompanyAddress & { country: 'US'; latitude: number | null; longitude: number | null };

const noAddress = {
  street1: null,
  street2: null,
  city: null,
  state: null,
  postalCode: null,
  country: 'US',
  latitude: null,
  longitude: null,
} as const;

/**
 * Looks up the address, because coordinates from a client are not trusted.
 * @throws invalid for an address that is outside the US or too vague
 */
export async function locate(
  { db, geocoder }: { db: Database; geocoder: Geocoder },
  address: CompanyAddress,
): Promise<LocatedAddress> {
  const { street1, street2, city, state, postalCode } = address;
  if (!street1 && !city && !state && !postalCode) return noAddress;
  if (state && !stateCode(state))
    throw invalid('state', text(isTerritory(state) ? 'errors.addressOutsideStates' : 'errors.addressNotUs'));
  const isLine = street1 !== null && !city && !state && !postalCode;
  if (!isLine && !postalCode && !(city && state)) throw invalid('street1', text('errors.addressTooVague'));
  const zipProblem = await findZipProblem(db, { city, state, postalCode });
  if (zipProblem) throw invalid('postalCode', zipProblem);
  const geocodedAddress = await (isLine ? findLine(geocoder, street1) : geocoder.geocode(address)).catch((error: unknown) => {
    if (error instanceof PlacesUnavailable) throw new AppError('gateway_failed', text('errors.addressLookupFailed'));
    throw error;
  });
  if (!geocodedAddress) throw invalid('street1', text(isLine ? typedAddressProblem(street1) : 'errors.addressTooVague'));
  const { latitude, longitude } = geocodedAddress;
  return {
    street1: isLine ? geocodedAddress.street1 : street1,
    street2,
    city: city ?? geocodedAddress.city,
    state: geocodedAddress.state,
    postalCode: postalCode ?? geocodedAddress.postalCode,
    country: 'US',
    latitude,
    longitude,
  };
}

/** Looks up an address in one line, which REST clients may send. Null if it is incomplete. */
async function findLine(geocoder: Geocoder, line: string): Promise<Address | null> {
  if (!line.includes(',')) return null;
  const sessionToken = randomUUID();
  const [best] = await geocoder.autocomplete(line, sessionToken);
  return best ? await geocoder.details(best.id, sessionToken) : null;
}
