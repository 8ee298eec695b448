import { and, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { charges } from '#drizzle/schema/billing.ts';
import { companies, companyEmailProofs, companyInvitations, employees } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { batchRecipients, messageBatches } from '#drizzle/schema/messages.ts';
import { daysAfter } from '#shared/days.ts';
import { sourcesOf } from '#shared/jobs/jobs.ts';
import { audit } from '#server/audit.ts';
import { removeCard } from '#server/billing/store-card.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, invalid, notFound } from '#server/errors.ts';
import { renewalOff } from '#server/jobs/close.ts';
import { moveJobs } from '#server/jobs/move.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * Closes the caller's company (`docs/product/companies.md#closing-a-company`): jobs leave the public side and never renew, the
 * card is deleted at the gateway, invitations and scheduled messages end. Invoices stay and stay due. The worker erases the
 * rest after some days, until when an administrator can reopen the company.
 * @throws invalid when the typed name is another one, 409 while a payment is in flight
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
    const company = await holdOpenCompany(tx, companyId);
    if (plain(name) !== plain(company.companyName)) throw invalid('name', text('errors.typeTheCompanyNameToClose'));
    const closed = await closeJobs(tx, companyId, closedAt);
    await tx.delete(companyInvitations).where(eq(companyInvitations.companyId, companyId));
    await tx.delete(companyEmailProofs).where(eq(companyEmailProofs.companyId, companyId));
    await cancelMessages(tx, companyId);
    await tx
      .update(companies)
      .set({ status: 'Cancelled', closedAt, emailToVerify: null, version: sql`${companies.version} + 1` })
      .where(eq(companies.id, companyId));
    await audit(tx, actor, {
      action: 'company.close',
      subject: { type: 'company', id: companyId },
      companyId,
      detail: { jobs: closed.length },
    });
    for (const { email, firstName } of await activePeopleOf(tx, companyId))
      await mail(tx, email, 'company_closed', { firstName, companyName: company.companyName, days }, actor.language);
    for (const jobId of closed) await events.publish(tx, { type: 'job', companyId, jobId });
  });
  // If the process ends before this, the worker does it.
  await removeCard(services, scope, actor);
  return { erasedOn };
}

/** When the worker erases the company's data. Null for a company that is not closed. */
export async function findErasure(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { companyId }: OwnCompany,
): Promise<{ erasedOn: Date | null }> {
  const [company] = await db.select({ closedAt: companies.closedAt }).from(companies).where(eq(companies.id, companyId));
  const closedAt = company?.closedAt ?? null;
  return { erasedOn: closedAt && daysAfter(closedAt, settings.retentionDays.closedCompanies) };
}

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

async function holdOpenCompany(tx: Database, companyId: string) {
  const [company] = await tx
    .select({ companyName: companies.companyName, closedAt: companies.closedAt })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('update');
  if (!company) throw notFound(text('errors.thisCompanyWasNotFound'));
  if (company.closedAt) throw conflict(text('errors.thisCompanyIsClosedAlready'));
  return company;
}

/** Charges are stored while the rows of their jobs are locked, so none can start between the check and the commit. */
async function closeJobs(tx: Database, companyId: string, closedAt: Date): Promise<string[]> {
  const held = await tx
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
  if (pending) throw new AppError('payment_in_progress', text('errors.aPaymentIsInProgressCloseLater'));
  const open: readonly string[] = sourcesOf('close');
  const ids = held.filter(({ status }) => open.includes(status)).map(({ id }) => id);
  const closed = await moveJobs(tx, ids, 'close', { ...renewalOff(), closedAt });
  // An employer can neither close nor cancel a disabled job, and an administrator may enable it later.
  await tx
    .update(jobs)
    .set({ autoRenew: false, nextBillingDate: null })
    .where(and(eq(jobs.companyId, companyId), eq(jobs.autoRenew, true)));
  return closed;
}

async function cancelMessages(tx: Database, companyId: string): Promise<void> {
  const own = tx.select({ id: messageBatches.id }).from(messageBatches).where(eq(messageBatches.companyId, companyId));
  await tx
    .update(batchRecipients)
    .set({ outcome: 'canceled' })
    .where(and(inArray(batchRecipients.batchId, own), eq(batchRecipients.outcome, 'waiting')));
}

/** The people who can sign in. */
export function activePeopleOf(tx: Database, companyId: string) {
  return tx
    .select({ id: users.id, email: users.email, firstName: users.firstName, roles: users.roles })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.companyId, companyId), eq(employees.active, true), eq(users.status, 'Active')));
}
