import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { cards, idempotencyKeys } from '#drizzle/schema/billing.ts';
import {
  companies,
  companyEmailProofs,
  companyIdentities,
  companyInvitations,
  companySignIns,
  companyTags,
  employees,
} from '#drizzle/schema/companies.ts';
import {
  carrierChecks,
  companyPhotos,
  companyProfiles,
  companyTerminals,
  formerCompanySlugs,
} from '#drizzle/schema/company-pages.ts';
import { companyStages, jobInvitations, savedViews } from '#drizzle/schema/hiring.ts';
import { jobs, jobTranslations, questionLibraries } from '#drizzle/schema/jobs.ts';
import { media } from '#drizzle/schema/media.ts';
import { conversations, messageBatches, messageTemplates } from '#drizzle/schema/messages.ts';
import { supportThreads, digests, mutedJobs, notifications } from '#drizzle/schema/notifications.ts';
import { audit, workerActor } from '#server/audit/audit.ts';
import { removeCard } from '#server/billing/store-card.ts';
import { removeCompanyRoles } from '#server/company/update-employee.ts';
import type { Database } from '#server/db/open.ts';
import { anonymizeCompanyApplications } from '#server/drivers/erase-driver.ts';
import { erasedJobFields } from '#server/jobs/job-columns.ts';
import { mail } from '#server/mail/outbox.ts';
import type { MediaStore } from '#server/media/store.ts';
import type { Services } from '#server/services.ts';
import { dayMs } from '#shared/days.ts';
import { selectActivePeople } from './close-company.ts';

const eraseBatchSize = 20;

/**
 * Erases companies that were closed some days ago (`docs/product/companies.md#closing-a-company`), and removes cards that
 * remained because the process crashed while closing a company. Every step can be repeated, so the next run completes one
 * that stopped midway.
 */
export async function sweepClosedCompanies(services: Services): Promise<number> {
  const { db, settings } = services;
  const withCard = await db
    .select({ companyId: companies.id })
    .from(companies)
    .innerJoin(cards, eq(cards.companyId, companies.id))
    .where(isNotNull(companies.closedAt))
    .limit(eraseBatchSize);
  for (const { companyId } of withCard) await removeCard(services, companyId, workerActor);
  const closedBefore = new Date(Date.now() - settings.retentionDays.closedCompanies * dayMs);
  const dueCompanies = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(lt(companies.closedAt, closedBefore), isNull(companies.erasedAt)))
    .limit(eraseBatchSize);
  for (const { id } of dueCompanies) await eraseCompany(services, id);
  return dueCompanies.length;
}

async function eraseCompany({ db, media: store }: Services, companyId: string): Promise<void> {
  await anonymizeCompanyApplications(db, companyId);
  await removeFiles(db, store, companyId);
  await db.transaction(async (tx) => {
    const [company] = await tx
      .select({ companyName: companies.companyName })
      .from(companies)
      .where(and(eq(companies.id, companyId), isNotNull(companies.closedAt), isNull(companies.erasedAt)))
      .for('update');
    if (!company) return;
    for (const table of [conversations, messageBatches, messageTemplates, savedViews, companyStages, companyTags, notifications])
      await tx.delete(table).where(eq(table.companyId, companyId));
    for (const table of [companyProfiles, companyTerminals, companyPhotos, carrierChecks, formerCompanySlugs])
      await tx.delete(table).where(eq(table.companyId, companyId));
    // Deleting the sign-in settings lets another company verify the domain.
    for (const table of [companyIdentities, companySignIns, supportThreads, digests, jobInvitations, questionLibraries])
      await tx.delete(table).where(eq(table.companyId, companyId));
    // Closing the company deleted these already, but its people can ask for a new verification link until now.
    for (const table of [companyInvitations, companyEmailProofs]) await tx.delete(table).where(eq(table.companyId, companyId));
    await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.ownerId, companyId));
    await endMemberships(tx, companyId, company);
    await tx.update(jobs).set(erasedJobFields).where(eq(jobs.companyId, companyId));
    const jobIds = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.companyId, companyId));
    for (const table of [jobTranslations, mutedJobs]) await tx.delete(table).where(inArray(table.jobId, jobIds));
    await tx.update(companies).set(erasedCompanyFields()).where(eq(companies.id, companyId));
    await audit(tx, workerActor, { action: 'company.erase', subject: { type: 'company', id: companyId }, companyId });
  });
}

/** The columns of a company that stay: name and address, because invoices need them (`docs/data.md`), settings and counts. */
type RetainedCompanyColumn =
  | 'id'
  | 'companyName'
  | 'searchName'
  | 'slug'
  | 'type'
  | 'billingType'
  | 'status'
  | 'street1'
  | 'street2'
  | 'city'
  | 'state'
  | 'postalCode'
  | 'country'
  | 'latitude'
  | 'longitude'
  | 'enableRequisiteNumbers'
  | 'experiencedDriverFilter'
  | 'secondChanceCompany'
  | 'tellsNotSelected'
  | 'answersWithinDays'
  | 'answerTimeDueAt'
  | 'closedAt'
  | 'totalJobs'
  | 'totalActiveJobs'
  | 'createdAt'
  | 'updatedAt';

/** A new column that is neither here nor in `RetainedCompanyColumn` does not compile. */
const erasedCompanyFields = () =>
  ({
    size: null,
    email: '',
    emailToVerify: null,
    emailVerifiedAt: null,
    phone: null,
    phoneExtension: null,
    logo: null,
    colorTemplate: null,
    salesRef: null,
    employerId: null,
    erasedAt: new Date(),
    version: sql`${companies.version} + 1`,
  }) satisfies Record<Exclude<keyof typeof companies.$inferSelect, RetainedCompanyColumn>, unknown>;

/** Removes all people from the company and emails those who can sign in. They keep their accounts. */
async function endMemberships(tx: Database, companyId: string, { companyName }: { companyName: string }): Promise<void> {
  const active = await selectActivePeople(tx, companyId);
  for (const { email, firstName } of active) await mail(tx, email, 'company_erased', { firstName, companyName }, null);
  const members = tx.select({ id: employees.userId }).from(employees).where(eq(employees.companyId, companyId));
  const people = await tx
    .select({ id: users.id, roles: users.roles })
    .from(users)
    .where(inArray(users.id, members))
    .for('update');
  for (const { id, roles } of people)
    await tx
      .update(users)
      .set({ roles: removeCompanyRoles(roles), version: sql`${users.version} + 1` })
      .where(eq(users.id, id));
  await tx.delete(employees).where(eq(employees.companyId, companyId));
}

/** Each file is deleted before its row, so that no file is left without a row. */
async function removeFiles(db: Database, store: MediaStore, companyId: string): Promise<void> {
  const files = await db.select({ id: media.id, name: media.name }).from(media).where(eq(media.companyId, companyId));
  for (const { id, name } of files) {
    await store.remove(name);
    await db.delete(media).where(eq(media.id, id));
  }
}
