import { invoiceNumberAt } from '#server/billing/take-invoice-number.ts';
import type { PaymentFixture } from './world.ts';

type InvoiceTotals = {
  id: string;
  number: string;
  purpose: string;
  subject_key: string;
  payment_method: string;
  status: string;
  amount_cents: number;
  refunded_cents: number;
  transaction_id: string | null;
  lines: number;
  billed: number;
  paid: number;
  voided: number;
  refunded: number;
  credited: number;
  done: number;
};
type ChargeRow = { id: string; status: string; gateway_order_id: string; amount_cents: number; invoice_id: string | null };

type NumberCounter = { year: number; last: number; shuffle_key: string };

const invoiceTotalsQuery = `select i.id, i.invoice_custom_id as number, i.purpose, i.subject_key, i.payment_method, i.status, i.amount_cents,
  i.refunded_cents, i.transaction_id,
  (select coalesce(sum(amount_cents), 0)::int from invoice_lines l where l.invoice_id = i.id) as lines,
  (select coalesce(sum(amount_cents), 0)::int from refunds r where r.invoice_id = i.id and r.status = 'done') as done,
  ${['billed', 'paid', 'voided', 'refunded', 'credited']
    .map((kind) => `coalesce(sum(e.amount_cents) filter (where e.kind = '${kind}'), 0)::int as ${kind}`)
    .join(', ')}
  from invoices i left join ledger_entries e on e.invoice_id = i.id group by i.id order by i.invoice_custom_id`;

/**
 * Checks the rules that payments must satisfy once the faults have stopped (`docs/product/money.md#charges`). Returns a
 * message for each broken rule.
 */
export async function checkLedger(fixture: PaymentFixture): Promise<string[]> {
  const violations: string[] = [];
  const check = (isTrue: boolean, message: string) => void (isTrue || violations.push(message));
  const invoices = await fixture.query<InvoiceTotals>(invoiceTotalsQuery);
  const charges = await fixture.query<ChargeRow>('select id, status, gateway_order_id, amount_cents, invoice_id from charges');
  const sales = fixture.readSales();

  for (const { number, ...invoice } of invoices) {
    const { amount_cents: amount, refunded, credited, billed, paid, voided } = invoice;
    check(invoice.lines === amount && billed === amount, `${number}: lines ${invoice.lines}, billed ${billed}, amount ${amount}`);
    check(
      invoice.refunded_cents === refunded + credited,
      `${number}: counts ${invoice.refunded_cents}, booked ${refunded + credited}`,
    );
    check(invoice.done === refunded + credited, `${number}: refunds ${invoice.done}, booked ${refunded + credited}`);
    check(refunded <= paid && invoice.refunded_cents <= amount, `${number}: more was refunded than paid`);
    if (invoice.status === 'open') check(paid + voided === 0, `${number}: is open and paid or voided in the ledger`);
    if (invoice.status === 'void') check(paid === 0 && voided + credited === amount, `${number}: is void and does not add up`);
    if (invoice.payment_method === 'card')
      check(invoice.status === 'paid' && paid === amount, `${number}: is by card and not paid`);
    else if (invoice.status === 'paid')
      check(paid <= amount && paid + credited >= amount, `${number}: is paid and does not add up`);
  }
  const [counter] = await fixture.query<NumberCounter>('select year, last, shuffle_key from invoice_numbers');
  const expectedNumbers = Array.from({ length: counter?.last ?? 0 }, (_, index) =>
    counter ? invoiceNumberAt({ year: counter.year, shuffleKey: counter.shuffle_key }, index + 1) : '',
  );
  const numbers = invoices.map(({ number }) => number);
  check(
    numbers.toSorted().join() === expectedNumbers.toSorted().join(),
    `invoice numbers have a gap or repeat: ${numbers.join(' ')}`,
  );

  const cardInvoices = invoices.filter(({ payment_method: method }) => method === 'card');
  const retainedCents = sales.reduce((sum, sale) => sum + sale.kept, 0);
  const earnedCents = cardInvoices.reduce(
    (sum, { amount_cents: amount, refunded_cents: refundedCents }) => sum + amount - refundedCents,
    0,
  );
  check(retainedCents === earnedCents, `the gateway kept ${retainedCents}, the paid invoices say ${earnedCents}`);
  const invoiceById = new Map(invoices.map((one) => [one.id, one]));
  const chargeByOrderId = new Map(charges.map((one) => [one.gateway_order_id, one]));
  const chargedOrderIds = new Set<string>();
  for (const { id, order_id: orderId, amount, kept: remainingCents } of sales.filter((sale) => sale.is_taken)) {
    const charge = chargeByOrderId.get(orderId);
    const invoice = invoiceById.get(charge?.invoice_id ?? '');
    const expectedCents = charge?.status === 'approved' && invoice ? invoice.amount_cents - invoice.refunded_cents : 0;
    check(charge?.amount_cents === amount, `sale ${id} is of ${amount}, its charge of ${charge?.amount_cents}`);
    check(
      remainingCents === expectedCents,
      `sale ${id} kept ${remainingCents}, its charge is ${charge?.status} and ought to keep ${expectedCents}`,
    );
    check(!chargedOrderIds.has(orderId), `order ${orderId} was charged twice`);
    chargedOrderIds.add(orderId);
    if (charge?.status === 'approved') check(invoice?.transaction_id === id, `sale ${id} has another invoice`);
  }
  for (const { id, status, gateway_order_id: orderId } of charges) {
    check(status !== 'pending', `charge ${id} is stuck`);
    if (status === 'approved') check(chargedOrderIds.has(orderId), `charge ${id} is approved and not in the gateway's book`);
  }
  for (const [number, dollars] of fixture.acknowledged) {
    const invoice = invoices.find((one) => one.number === number);
    check(invoice?.amount_cents === dollars * 100, `${number} was told of with ${dollars} and is ${invoice?.amount_cents}`);
  }
  return [...violations, ...(await checkJobs(fixture, invoices)), ...fixture.loggedErrors.map((error) => `complaint: ${error}`)];
}

type JobRow = { id: string; order_id: string; status: string; purchases: number; lease_until: string | null };

/** Checks that each purchase took effect once, and that nothing took effect without a payment. */
async function checkJobs(fixture: PaymentFixture, invoices: readonly InvoiceTotals[]): Promise<string[]> {
  const violations: string[] = [];
  const invoicesBySubject = Map.groupBy(invoices, (one) => one.subject_key.split(':')[0] ?? '');
  const jobs = await fixture.query<JobRow>(
    'select id, order_id, status, purchases, lease_until from jobs where order_id is not null',
  );
  for (const { id, order_id: orderId, status, purchases } of jobs) {
    const postingInvoices = (invoicesBySubject.get(orderId) ?? []).length;
    const purchaseInvoices = (invoicesBySubject.get(id) ?? []).length;
    const mustBePaid = status !== 'INACTIVE' && status !== 'DECLINED';
    if (status === 'PROCESSING_PAYMENT') violations.push(`job ${id} is stuck in ${status}`);
    if (postingInvoices > 1) violations.push(`order ${orderId} was paid ${postingInvoices} times`);
    if (mustBePaid && postingInvoices === 0) violations.push(`job ${id} is ${status} and its order was never paid`);
    if (purchaseInvoices !== purchases) violations.push(`job ${id}: ${purchases} purchases, ${purchaseInvoices} invoices`);
  }
  const lateCharges = await fixture.query<{ id: string }>(`select j.id from charges c join jobs j on j.id = c.job_id
    where j.status = 'CLOSED' and c.status = 'approved' and c.settled_at > j.closed_at`);
  violations.push(...lateCharges.map(({ id }) => `job ${id} was billed after it was closed`));
  const pendingRefunds = await fixture.query<{ id: string }>(`select id from refunds where status = 'pending'`);
  return [...violations, ...pendingRefunds.map(({ id }) => `refund ${id} is stuck`)];
}
