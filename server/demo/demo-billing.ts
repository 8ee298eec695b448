import { join } from 'node:path';
import { cards, invoiceLines, invoiceNumbers, invoices } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { jobAddons, type jobs } from '#drizzle/schema/jobs.ts';
import { addonPriceCents, invoiceDueDays, jobPriceCents } from '#shared/pricing.ts';
import { storeTestCard } from '#server/gateway/simulator/store-test-card.ts';
import type { Database } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';

type Company = { id: string };
type Vacancy = typeof jobs.$inferInsert & { id: string };
type Demo = { prairie: Company; invoiced: Company; vacancies: readonly Vacancy[]; employerId: string };

const dayMs = 86_400_000;

/** Prairie Freight's stored test card and paid invoices, and the open and paid ones of the company on terms. */
export async function seedDemoBilling(
  db: Database,
  settings: Settings,
  { prairie, invoiced, vacancies, employerId }: Demo,
): Promise<void> {
  if (!settings.celero) {
    const holder = 'Carla Jensen';
    const { ref, card } = storeTestCard(join(settings.dataDir, 'gateway.sqlite'), {
      number: '4111111111111111',
      exp: '12/30',
      holderName: holder,
    });
    await db.insert(cards).values({
      companyId: prairie.id,
      gatewayCustomerId: ref.customerId,
      gatewayPaymentMethodId: ref.paymentMethodId,
      ...card,
      cardHolderName: holder,
      createdBy: employerId,
    });
  }
  const paidFor = (company: Company) => vacancies.filter((job) => job.companyId === company.id && job.postingDate);
  const bills = [
    ...paidFor(prairie).map((job) => ({ job, company: prairie, method: 'CELERO' as const, isPaid: true })),
    ...paidFor(invoiced)
      .slice(0, 6)
      .map((job, n) => ({ job, company: invoiced, method: 'CONTRACT' as const, isPaid: n % 2 === 0 })),
  ];
  const year = new Date().getUTCFullYear();
  for (const [n, { job, company, method, isPaid }] of bills.entries()) {
    const billed = job.postingDate ?? new Date();
    const isPromoted = n % 2 === 0;
    const invoiceId = newId();
    await db.insert(invoices).values({
      id: invoiceId,
      invoiceCustomId: `INV-${year}-${String(n + 1).padStart(6, '0')}`,
      companyId: company.id,
      purpose: 'new_job',
      subjectKey: `demo-${job.id}`,
      paymentMethod: method,
      status: isPaid ? 'paid' : 'open',
      amountCents: jobPriceCents + (isPromoted ? addonPriceCents.promote : 0),
      cardType: method === 'CELERO' ? 'visa' : null,
      maskedNumber: method === 'CELERO' ? '411111******1111' : null,
      billingDate: billed,
      dueAt: method === 'CONTRACT' ? new Date(billed.getTime() + invoiceDueDays * dayMs) : null,
      paidAt: isPaid ? billed : null,
    });
    await db
      .insert(invoiceLines)
      .values({ invoiceId, description: `${job.title}, ${job.city}, ${job.state}`, jobId: job.id, amountCents: jobPriceCents });
    if (!isPromoted) continue;
    await db
      .insert(invoiceLines)
      .values({ invoiceId, description: 'Promote', jobId: job.id, addonType: 'promote', amountCents: addonPriceCents.promote });
    await db
      .insert(jobAddons)
      .values({ jobId: job.id, addonType: 'promote', costCents: addonPriceCents.promote, paidAt: billed });
  }
  await db.insert(invoiceNumbers).values({ year, last: bills.length });
}
