import { eq, sql, and } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { assertVersion, conflict } from '#server/errors.ts';
import { phoneColumns } from '#server/input/phone-columns.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Geocoder } from '#server/places/geocoder.ts';
import { type ActingUser, assertNotImpersonated, type CompanyScope } from '#server/trpc.ts';
import { can } from '#shared/access/access.ts';
import type { CompanyStatus } from '#shared/catalogues.ts';
import { companyTermFields, type UpdateCompany } from '#shared/companies/company.ts';
import { changedFields, pickFields } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';
import { endCheck } from './check-carrier.ts';
import { startEmailChange, countEmailProof, isSameAddress, cancelEmailChange } from './company-email.ts';
import { type CompanyRow, findCompany, lockCompany } from './company-query.ts';
import { adminsOnly, type CompanyAddress, locate, type LocatedAddress } from './create-company.ts';
import { checkLogo } from './logo.ts';

type Services = { db: Database; geocoder: Geocoder };

/**
 * Changes the fields that are present. Legacy clients send all fields back, so fields for administrators may be present but
 * must be unchanged (`docs/product/companies.md#company-fields`). An outdated version is refused. Without a version, the
 * update overwrites other changes.
 */
export async function updateCompany(
  { db, geocoder }: Services,
  actor: ActingUser,
  scope: CompanyScope,
  { companyId, country: _country, version, ...input }: UpdateCompany,
): Promise<string> {
  for (;;) {
    const currentCompany = await findCompany(db, scope, companyId);
    assertVersion(version, currentCompany.version);
    if (input.logo && input.logo !== currentCompany.logo) await checkLogo(db, input.logo, actor, currentCompany.id);
    if (isNewEmail(currentCompany, input.email)) {
      assertNotImpersonated(actor);
      await countEmailProof(db, currentCompany.id);
    }
    const place = await locateChangedAddress({ db, geocoder }, currentCompany, input);
    const isUpdated = await db.transaction(async (tx) => {
      const before = await lockCompany(tx, scope, currentCompany.id);
      assertVersion(version, before.version);
      // The address may have changed after the lookup, so the loop starts again.
      if (place && before.version !== currentCompany.version) return false;
      await writeChanges(tx, actor, before, { ...input, ...place });
      return true;
    });
    if (isUpdated) return currentCompany.id;
  }
}

type Changes = Omit<UpdateCompany, 'companyId' | 'country' | 'version'> & Partial<LocatedAddress>;

async function writeChanges(
  tx: Database,
  actor: ActingUser,
  before: CompanyRow,
  { email, emailToVerify, ...input }: Changes,
): Promise<void> {
  if (!can(actor.roles, 'company.status')) refuseAdminFields(before, input);
  const reopened = input.status ? getReopenedColumns(before, input.status) : {};
  const changes = {
    ...input,
    ...phoneColumns(input, before),
    ...reopened,
    ...(await applyEmailChange(tx, actor, before, { email, emailToVerify })),
  };
  const fields = changedFields(before, changes);
  if (fields.length === 0) return;
  await tx
    .update(companies)
    .set({ ...changes, version: sql`${companies.version} + 1` })
    .where(eq(companies.id, before.id));
  if (fields.includes('companyName')) await endCheck(tx, before.id);
  const auditTarget = { subject: { type: 'company' as const, id: before.id }, companyId: before.id };
  await audit(tx, actor, { action: 'company.update', ...auditTarget, detail: { fields } });
  if (input.status && input.status !== before.status) await finishStatusChange(tx, actor, before, input.status);
}

function isNewEmail({ email, emailToVerify }: CompanyRow, requestedEmail: string | undefined): requestedEmail is string {
  return requestedEmail !== undefined && !isSameAddress(requestedEmail, email) && requestedEmail !== emailToVerify;
}

/**
 * Returns the email columns to change. A new address takes effect once it is verified. Null in `email_to_verify` cancels a
 * pending change (`docs/product/companies.md#company-email`).
 */
async function applyEmailChange(
  tx: Database,
  actor: ActingUser,
  before: CompanyRow,
  { email, emailToVerify }: Pick<Changes, 'email' | 'emailToVerify'>,
): Promise<Partial<CompanyRow>> {
  if (isNewEmail(before, email)) {
    assertNotImpersonated(actor);
    return startEmailChange(tx, actor, before, email);
  }
  const dropped = emailToVerify === null && before.emailToVerify !== null ? await cancelEmailChange(tx, before.id) : {};
  return email !== undefined && isSameAddress(email, before.email) ? { email, ...dropped } : dropped;
}

function refuseAdminFields(before: CompanyRow, input: Changes): void {
  const [field] = changedFields(before, pickFields(input, companyTermFields));
  if (field) throw adminsOnly(field);
}

/** Looks up the address only if it changes. If only the ZIP code changes, the city and state are taken from it. */
async function locateChangedAddress(
  services: Services,
  before: CompanyRow,
  input: Partial<CompanyAddress>,
): Promise<LocatedAddress | undefined> {
  const parts = ['street1', 'street2', 'city', 'state', 'postalCode'] as const;
  const isChanged = (part: (typeof parts)[number]) => input[part] !== undefined && input[part] !== before[part];
  if (!parts.some(isChanged)) return undefined;
  const isOnlyZipChanged = isChanged('postalCode') && input.city === undefined && input.state === undefined;
  const partAfterUpdate = (part: (typeof parts)[number]) => (input[part] === undefined ? before[part] : (input[part] ?? null));
  return locate(services, {
    street1: partAfterUpdate('street1'),
    street2: partAfterUpdate('street2'),
    city: isOnlyZipChanged ? null : partAfterUpdate('city'),
    state: isOnlyZipChanged ? null : partAfterUpdate('state'),
    postalCode: partAfterUpdate('postalCode'),
  });
}

/**
 * Changes a company's status. Every change is allowed (`docs/product/companies.md#company-status`). Posting, public jobs and
 * access check the status themselves. Setting the current status changes nothing.
 */
export async function setCompanyStatus(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { companyId, status }: { companyId: string; status: CompanyStatus },
): Promise<string> {
  await findCompany(db, scope, companyId);
  await db.transaction(async (tx) => {
    const before = await lockCompany(tx, scope, companyId);
    if (before.status === status) return;
    await tx
      .update(companies)
      .set({ status, ...getReopenedColumns(before, status), version: sql`${companies.version} + 1` })
      .where(eq(companies.id, companyId));
    await finishStatusChange(tx, actor, before, status);
  });
  return companyId;
}

/**
 * Returns the columns that reopen a closed company. Any status other than Cancelled reopens it, until its data is erased
 * (`docs/product/companies.md#closing-a-company`).
 */
function getReopenedColumns({ closedAt, erasedAt }: CompanyRow, status: CompanyStatus): { closedAt?: null } {
  if (closedAt === null || status === 'Cancelled') return {};
  if (erasedAt) throw conflict(text('errors.companyErased'));
  return { closedAt: null };
}

/** Logs the change of the status and emails everyone who works there. A cancelled company does not keep its verified number. */
async function finishStatusChange(tx: Database, actor: ActingUser, before: CompanyRow, status: CompanyStatus): Promise<void> {
  const { id, companyName } = before;
  if (status === 'Cancelled') await endCheck(tx, id);
  await audit(tx, actor, {
    action: 'company.status',
    subject: { type: 'company' as const, id },
    companyId: id,
    detail: { from: before.status, to: status },
  });
  const people = await tx
    .select({ email: users.email, firstName: users.firstName })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.companyId, id), eq(employees.active, true), eq(users.status, 'Active')));
  for (const { email, firstName } of people)
    await mail(tx, email, 'company_status', { firstName, companyName, status }, actor.language);
}
