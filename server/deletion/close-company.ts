import { and, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { charges } from '#drizzle/schema/billing.ts';
import { companies, companyEmailProofs, companyInvitations, employees } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { batchRecipients, messageBatches } from '#drizzle/schema/messages.ts';
import { audit } from '#server/audit/audit.ts';
import { removeCard } from '#server/billing/store-card.ts';
import { endCheck } from '#server/company/check-carrier.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, invalid, notFound } from '#server/errors.ts';
import { renewalOffColumns } from '#server/jobs/close.ts';
import { transitionJobs } from '#server/jobs/move.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import { daysAfter } from '#shared/days.ts';
import { sourcesOf } from '#shared/jobs/jobs.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * Closes the caller's company (`docs/product/companies.md#closing-a-company`). Its jobs are no longer public and never renew,
 * the card is deleted at the gateway, and invitations and scheduled messages are canceled. Open invoices remain due. The
 * worker erases the remaining data after some days. Until then, an administrator can reopen the company.
 * @throws invalid if the typed name does not match, payment_in_progress while a payment is pending
 */
export async function closeCompany(
  services: Services,
  scope: OwnCompany,
  actor: ActingUser,
  { name }: { name: string },
): Promise<{ erasedOn: Date }> {
  const { db, events, settings } = services;
  const { companyId } = scope;
  const closedAt = new Date();
  const days = settings.retentionDays.closedCompanies;
  const erasedOn = daysAfter(closedAt, days);
  await db.transaction(async (tx) => {
    const company = await lockOpenCompany(tx, companyId);
    if (normalizeName(name) !== normalizeName(company.companyName)) throw invalid('name', text('errors.companyNameMismatch'));
    const closedJobIds = await closeJobs(tx, companyId, closedAt);
    await tx.delete(companyInvitations).where(eq(companyInvitations.companyId, companyId));
    await tx.delete(companyEmailProofs).where(eq(companyEmailProofs.companyId, companyId));
    await cancelMessages(tx, companyId);
    await endCheck(tx, companyId);
    await tx
      .update(companies)
      .set({ status: 'Cancelled', closedAt, emailToVerify: null, version: sql`${companies.version} + 1` })
      .where(eq(companies.id, companyId));
    await audit(tx, actor, {
      action: 'company.close',
      subject: { type: 'company', id: companyId },
      companyId,
      detail: { jobs: closedJobIds.length },
    });
    for (const { email, firstName } of await selectActivePeople(tx, companyId))
      await mail(tx, email, 'company_closed', { firstName, companyName: company.companyName, days }, actor.language);
    for (const jobId of closedJobIds) await events.publish(tx, { type: 'job', companyId, jobId });
  });
  // If the process stops before this, the worker removes the card.
  await removeCard(services, companyId, actor);
  return { erasedOn };
}

/** Finds when the worker will erase the company's data. Null if the company is not closed. */
export async function findErasure(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { companyId }: OwnCompany,
): Promise<{ erasedOn: Date | null }> {
  const [company] = await db.select({ closedAt: companies.closedAt }).from(companies).where(eq(companies.id, companyId));
  const closedAt = company?.closedAt ?? null;
  return { erasedOn: closedAt && daysAfter(closedAt, settings.retentionDays.closedCompanies) };
}

const normalizeName = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

async function lockOpenCompany(tx: Database, companyId: string) {
  const [company] = await tx
    .select({ companyName: companies.companyName, closedAt: companies.closedAt })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('update');
  if (!company) throw notFound(text('errors.companyNotFound'));
  if (company.closedAt) throw conflict(text('errors.companyAlreadyClosed'));
  return company;
}

/** A new charge locks the rows of its jobs too, so none can start between the check for charges and the commit. */
async function closeJobs(tx: Database, companyId: string, closedAt: Date): Promise<string[]> {
  const companyJobs = await tx
    .select({ id: jobs.id, status: jobs.status })
    .from(jobs)
    .where(eq(jobs.companyId, companyId))
    .orderBy(jobs.id)
    .for('update');
  const [pending] = await tx
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.companyId, companyId), eq(charges.status, 'pending')))
    .limit(1);
  if (pending) throw new AppError('payment_in_progress', text('errors.paymentBlocksCompanyClose'));
  const closableStatuses: readonly string[] = sourcesOf('close');
  const ids = companyJobs.filter(({ status }) => closableStatuses.includes(status)).map(({ id }) => id);
  const closedJobIds = await transitionJobs(tx, ids, 'close', { ...renewalOffColumns(), closedAt });
  // Employers cannot close a disabled job, but an administrator may enable it later, so its renewal is turned off too.
  await tx
    .update(jobs)
    .set({ autoRenew: false, nextBillingDate: null })
    .where(and(eq(jobs.companyId, companyId), eq(jobs.autoRenew, true)));
  return closedJobIds;
}

async function cancelMessages(tx: Database, companyId: string): Promise<void> {
  const ownBatches = tx.select({ id: messageBatches.id }).from(messageBatches).where(eq(messageBatches.companyId, companyId));
  await tx
    .update(batchRecipients)
    .set({ outcome: 'canceled' })
    .where(and(inArray(batchRecipients.batchId, ownBatches), eq(batchRecipients.outcome, 'waiting')));
}

/** Selects the company's people who can sign in. */
export function selectActivePeople(tx: Database, companyId: string) {
  return tx
    .select({ id: users.id, email: users.email, firstName: users.firstName, roles: users.roles })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.companyId, companyId), eq(employees.active, true), eq(users.status, 'Active')));
}
