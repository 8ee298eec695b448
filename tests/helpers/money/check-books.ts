import type { MoneyWorld } from './world.ts';

type InvoiceSum = {
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
type ChargeSum = { id: string; status: string; gateway_order_id: string; amount_cents: number; invoice_id: string | null };

const invoiceSums = `select i.id, i.invoice_custom_id as number, i.purpose, i.subject_key, i.payment_method, i.status, i.amount_cents,
  i.refunded_cents, i.transaction_id,
  (select coalesce(sum(amount_cents), 0)::int from invoice_lines l where l.invoice_id = i.id) as lines,
  (select coalesce(sum(amount_cents), 0)::int from refunds r where r.invoice_id = i.id and r.status = 'done') as done,
  ${['billed', 'paid', 'voided', 'refunded', 'credited']
    .map((kind) => `coalesce(sum(e.amount_cents) filter (where e.kind = '${kind}'), 0)::int as ${kind}`)
    .join(', ')}
  from invoices i left join ledger_entries e on e.invoice_id = i.id group by i.id order by i.invoice_custom_id`;

/**
 * Checks everything that must be true of the money once the faults have stopped, and describes what is not
 * (`docs/product/money.md#charges`).
 */
export async function checkBooks(world: MoneyWorld): Promise<string[]> {
  const wrong: string[] = [];
  const expect = (holds: boolean, words: string) => void (holds || wrong.push(words));
  const invoices = await world.rows<InvoiceSum>(invoiceSums);
  const charges = await world.rows<ChargeSum>('select id, status, gateway_order_id, amount_cents, invoice_id from charges');
  const sales = world.sales();

  for (const { number, ...one } of invoices) {
    const { amount_cents: amount, refunded, credited, billed, paid, voided } = one;
    expect(one.lines === amount && billed === amount, `${number}: lines ${one.lines}, billed ${billed}, amount ${amount}`);
    expect(one.refunded_cents === refunded + credited, `${number}: counts ${one.refunded_cents}, booked ${refunded + credited}`);
    expect(one.done === refunded + credited, `${number}: refunds ${one.done}, booked ${refunded + credited}`);
    expect(refunded <= paid && one.refunded_cents <= amount, `${number}: more was refunded than paid`);
    if (one.status === 'open') expect(paid + voided === 0, `${number}: is open and paid or voided in the ledger`);
    if (one.status === 'void') expect(paid === 0 && voided + credited === amount, `${number}: is void and does not add up`);
    if (one.payment_method === 'card') expect(one.status === 'paid' && paid === amount, `${number}: is by card and not paid`);
    else if (one.status === 'paid') expect(paid <= amount && paid + credited >= amount, `${number}: is paid and does not add up`);
  }
  const numbers = invoices.map(({ number }) => Number(number.slice(-6)));
  expect(
    numbers.every((number, index) => number === index + 1),
    `invoice numbers have a gap: ${numbers.join(' ')}`,
  );

  const byCard = invoices.filter(({ payment_method: method }) => method === 'card');
  const keptCents = sales.reduce((sum, sale) => sum + sale.kept, 0);
  const earned = byCard.reduce((sum, { amount_cents: amount, refunded_cents: refundedCents }) => sum + amount - refundedCents, 0);
  expect(keptCents === earned, `the gateway kept ${keptCents}, the paid invoices say ${earned}`);
  const invoiceOf = new Map(invoices.map((one) => [one.id, one]));
  const chargeOf = new Map(charges.map((one) => [one.gateway_order_id, one]));
  const chargeIds = new Set<string>();
  for (const { id, order_id: orderId, amount, kept: remainingCents } of sales.filter((sale) => sale.is_taken)) {
    const charge = chargeOf.get(orderId);
    const invoice = invoiceOf.get(charge?.invoice_id ?? '');
    const expectedCents = charge?.status === 'approved' && invoice ? invoice.amount_cents - invoice.refunded_cents : 0;
    expect(charge?.amount_cents === amount, `sale ${id} is of ${amount}, its charge of ${charge?.amount_cents}`);
    expect(
      remainingCents === expectedCents,
      `sale ${id} kept ${remainingCents}, its charge is ${charge?.status} and ought to keep ${expectedCents}`,
    );
    expect(!chargeIds.has(orderId), `order ${orderId} was charged twice`);
    chargeIds.add(orderId);
    if (charge?.status === 'approved') expect(invoice?.transaction_id === id, `sale ${id} has another invoice`);
  }
  for (const { id, status, gateway_order_id: orderId } of charges) {
    expect(status !== 'pending', `charge ${id} is stuck`);
    if (status === 'approved') expect(chargeIds.has(orderId), `charge ${id} is approved and not in the gateway's book`);
  }
  for (const [number, dollars] of world.acknowledged) {
    const invoice = invoices.find((one) => one.number === number);
    expect(invoice?.amount_cents === dollars * 100, `${number} was told of with ${dollars} and is ${invoice?.amount_cents}`);
  }
  return [...wrong, ...(await checkJobs(world, invoices)), ...world.complaints.map((words) => `complaint: ${words}`)];
}

type JobSum = { id: string; order_id: string; status: string; purchases: number; lease_until: string | null };

/** What was paid for was done once, and what was not paid for was not done. */
async function checkJobs(world: MoneyWorld, invoices: readonly InvoiceSum[]): Promise<string[]> {
  const wrong: string[] = [];
  const bought = Map.groupBy(invoices, (one) => one.subject_key.split(':')[0] ?? '');
  const jobs = await world.rows<JobSum>(
    'select id, order_id, status, purchases, lease_until from jobs where order_id is not null',
  );
  for (const { id, order_id: orderId, status, purchases } of jobs) {
    const postings = (bought.get(orderId) ?? []).length;
    const more = (bought.get(id) ?? []).length;
    const isUp = status !== 'INACTIVE' && status !== 'DECLINED';
    if (status === 'PROCESSING_PAYMENT') wrong.push(`job ${id} is stuck in ${status}`);
    if (postings > 1) wrong.push(`order ${orderId} was paid ${postings} times`);
    if (isUp && postings === 0) wrong.push(`job ${id} is ${status} and its order was never paid`);
    if (more !== purchases) wrong.push(`job ${id}: ${purchases} purchases, ${more} invoices`);
  }
  const late = await world.rows<{ id: string }>(`select j.id from charges c join jobs j on j.id = c.job_id
    where j.status = 'CLOSED' and c.status = 'approved' and c.settled_at > j.closed_at`);
  wrong.push(...late.map(({ id }) => `job ${id} was billed after it was closed`));
  const stuck = await world.rows<{ id: string }>(`select id from refunds where status = 'pending'`);
  return [...wrong, ...stuck.map(({ id }) => `refund ${id} is stuck`)];
}
