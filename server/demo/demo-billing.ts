import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { cards, charges, invoiceLines, invoices } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { jobAddons, jobs, postingOrders } from '#drizzle/schema/jobs.ts';
import { newGatewayOrderId } from '#server/billing/charge-row.ts';
import { takeInvoiceNumbers } from '#server/billing/take-invoice-number.ts';
import type { Database } from '#server/db/open.ts';
import type { StoredCardRef } from '#server/gateway/port.ts';
import { storeTestCard, storeTestSales } from '#server/gateway/simulator/simulator.ts';
import type { Settings } from '#server/settings/env.ts';
import { addonPriceCents, invoiceDueDays, jobPriceCents, postingDays } from '#shared/billing/pricing.ts';
import { daysAfter } from '#shared/days.ts';
import { cityState } from '#shared/format.ts';
import { localDay, platformZone } from '#shared/time-zone.ts';
import { type City, generateJob } from './generate.ts';
import { randomFrom } from './vocabulary.ts';

type Company = { id: string };
type Vacancy = typeof jobs.$inferInsert & { id: string };
type Demo = { prairie: Company; invoiced: Company; vacancies: readonly Vacancy[]; employerId: string };
type Bill = {
  job: Vacancy;
  company: Company;
  method: 'card' | 'invoice';
  isPaid: boolean;
  billed: Date;
  lines: { description: string; addonType: 'promote' | null; amountCents: number }[];
  amountCents: number;
};

const cardHolderName = 'Carla Jensen';
const card = { cardType: 'visa', maskedNumber: '411111******1111' };

const paidByCard = { method: 'card', isPaid: true } as const;
const unpaidOnTerms = { method: 'invoice', isPaid: false } as const;
/** The disabled Prairie Freight job was sold on terms and is not paid yet. */
const isUnpaid = ({ status }: Vacancy) => status === 'DISABLED';

/**
 * Adds Prairie Freight's stored test card with paid invoices and an open one, and the invoices of the company that pays by
 * invoice.
 */
export async function seedDemoBilling(
  db: Database,
  settings: Settings,
  { prairie, invoiced, vacancies, employerId }: Demo,
): Promise<void> {
  const ledgerFile = join(settings.dataDir, 'gateway.sqlite');
  // A real gateway knows no demo cards. No card is stored then, and demo payments cannot be refunded.
  const storedCard = settings.gatewayUrl
    ? null
    : await storeCard(db, ledgerFile, { companyId: prairie.id, createdBy: employerId });
  const getPostedJobs = (company: Company) => vacancies.filter((job) => job.companyId === company.id && job.postingDate);
  const bills = [
    ...getPostedJobs(prairie).map((job) => ({ job, company: prairie, ...(isUnpaid(job) ? unpaidOnTerms : paidByCard) })),
    ...getPostedJobs(invoiced)
      .slice(0, 6)
      .map((job, n) => ({ job, company: invoiced, method: 'invoice' as const, isPaid: n % 2 === 0 })),
  ].map((bill, n) => addPrices(bill, n % 2 === 0));
  const transactions = storedCard ? storeSales(ledgerFile, storedCard, bills) : new Map<Bill, string>();
  const year = Number(localDay(platformZone, Date.now()).slice(0, 4));
  const numbers = await takeInvoiceNumbers(db, year, bills.length);
  for (const [n, bill] of bills.entries())
    await writeBill(db, bill, { number: numbers[n] ?? '', transactionId: transactions.get(bill) });
}

async function storeCard(db: Database, ledgerFile: string, owner: { companyId: string; createdBy: string }) {
  const { ref, card: details } = storeTestCard(ledgerFile, {
    number: '4111111111111111',
    exp: '12/30',
    holderName: cardHolderName,
  });
  const { customerId: gatewayCustomerId, paymentMethodId: gatewayPaymentMethodId } = ref;
  await db.insert(cards).values({ ...owner, gatewayCustomerId, gatewayPaymentMethodId, ...details, cardHolderName });
  return ref;
}

function addPrices(bill: Omit<Bill, 'billed' | 'lines' | 'amountCents'>, isPromoted: boolean): Bill {
  const name = `${bill.job.title}, ${cityState({ city: bill.job.city ?? null, state: bill.job.state ?? null })}`;
  const lines = [
    { description: `${postingDays}-day posting: ${name}`, addonType: null, amountCents: jobPriceCents },
    ...(isPromoted
      ? [{ description: `Promote: ${name}`, addonType: 'promote' as const, amountCents: addonPriceCents.promote }]
      : []),
  ];
  const amountCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  return { ...bill, billed: bill.job.postingDate ?? new Date(), lines, amountCents };
}

/** Adds the card payments to the simulator's ledger, so that they can be refunded. */
function storeSales(ledgerFile: string, ref: StoredCardRef, bills: readonly Bill[]): Map<Bill, string> {
  const cardBills = bills.filter(({ method }) => method === 'card');
  const ids = storeTestSales(
    ledgerFile,
    ref,
    cardBills.map(({ job, amountCents, lines, billed: at }) => ({
      orderId: toOrderId(job),
      amountCents,
      description: lines[0]?.description ?? '',
      at,
    })),
  );
  return new Map(cardBills.map((bill, n) => [bill, ids[n] ?? '']));
}

const toOrderId = ({ id }: Vacancy) => `DEMO${id.replaceAll('-', '').slice(-13)}`.toUpperCase();

async function writeBill(
  db: Database,
  { job, company, method, isPaid, billed, lines, amountCents }: Bill,
  { number, transactionId = null }: { number: string; transactionId?: string | null | undefined },
): Promise<void> {
  const invoiceId = newId();
  const subject = { companyId: company.id, purpose: 'new_job' as const, subjectKey: `demo-${job.id}`, amountCents };
  const paidWith = method === 'card' ? card : { cardType: null, maskedNumber: null };
  await db.insert(invoices).values({
    ...subject,
    ...paidWith,
    id: invoiceId,
    invoiceCustomId: number,
    paymentMethod: method,
    status: isPaid ? 'paid' : 'open',
    transactionId,
    billingDate: billed,
    dueAt: method === 'invoice' ? daysAfter(billed, invoiceDueDays) : null,
    paidAt: isPaid ? billed : null,
  });
  await db.insert(invoiceLines).values(lines.map((line) => ({ ...line, invoiceId, jobId: job.id })));
  if (lines.some(({ addonType }) => addonType === 'promote'))
    await db
      .insert(jobAddons)
      .values({ jobId: job.id, addonType: 'promote', costCents: addonPriceCents.promote, paidAt: billed });
  if (!transactionId) return;
  await db.insert(charges).values({
    ...subject,
    ...card,
    lines: lines.map((line) => ({ ...line, jobId: job.id })),
    status: 'approved',
    idempotencyKey: randomUUID(),
    gatewayOrderId: toOrderId(job),
    gatewayTransactionId: transactionId,
    responseCode: 100,
    invoiceId,
    createdAt: billed,
    settledAt: billed,
  });
}

/**
 * Adds a job whose payment is in progress, so that the demo shows this status (`docs/product/running.md#demo-data`). It
 * normally lasts seconds. The charge has no due time for a lookup, so the job keeps the status.
 */
export async function seedDemoPayment(
  db: Database,
  { companyId, createdBy, cities }: { companyId: string; createdBy: string; cities: readonly City[] },
): Promise<void> {
  // This job uses its own random numbers, so that all other demo data is the same with and without it.
  const random = randomFrom(2027);
  const orderId = random.id(new Date());
  const job = { ...generateJob(random, cities, companyId, 1, 'PROCESSING_PAYMENT'), orderId, createdAt: new Date() };
  const amountCents = job.costCents;
  await db
    .insert(postingOrders)
    .values({ id: orderId, companyId, createdBy, orderToken: `demo-order-${orderId}`, totalCents: amountCents });
  await db.insert(jobs).values(job);
  await db.insert(charges).values({
    companyId,
    createdBy,
    purpose: 'new_job',
    subjectKey: orderId,
    amountCents,
    idempotencyKey: randomUUID(),
    gatewayOrderId: newGatewayOrderId(),
    dueAt: null,
  });
}
