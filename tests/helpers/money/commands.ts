import fc from 'fast-check';
import type { ChargeAnswer } from '#shared/billing/payment.ts';
import { codes, addonTypes } from '#shared/catalogues.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { type CommandInputs, commandInputs } from './command-inputs.ts';
import type { PaymentNode, Outcome } from './node.ts';
import type { PaymentFixture, Payer } from './world.ts';

type Command = (fixture: PaymentFixture, inputs: CommandInputs) => Promise<unknown>;

/** The errors that a caller may receive. Any other error is a bug in the product. */
const allowedErrorCodes = new Set([
  'already_paid',
  'payment_in_progress',
  'payment_declined',
  'gateway_failed',
  'conflict',
  'edit_conflict',
  'invalid',
  'not_found',
]);

const pickByNumber = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)];

async function attempt<T>(node: PaymentNode, work: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await node.run(work);
  if (outcome.kind === 'refused' && !allowedErrorCodes.has(outcome.code))
    throw new Error(`An unexpected refusal: ${outcome.code}`);
  return outcome;
}

/** Runs the same call several times in parallel on both servers. The first call has the fault. */
async function runInParallel<T>(
  fixture: PaymentFixture,
  inputs: CommandInputs,
  work: (node: PaymentNode) => Promise<T>,
): Promise<Outcome<T>[]> {
  const nodes = [await fixture.node(inputs.node), await fixture.node(inputs.node + 1)];
  nodes[0]?.injectFault(inputs);
  return Promise.all(
    Array.from({ length: inputs.clicks }, async (_, click) => {
      const node = nodes[click % 2] ?? (await fixture.node(0));
      return attempt(node, () => work(node));
    }),
  );
}

function recordInvoices(fixture: PaymentFixture, outcomes: Outcome<ChargeAnswer>[]): void {
  for (const outcome of outcomes) {
    if (outcome.kind !== 'answer' || outcome.value.status === 'processing') continue;
    const { invoiceCustomId, amount } = outcome.value;
    if (!invoiceCustomId) throw new Error(`Paid, and no invoice: ${JSON.stringify(outcome.value)}`);
    fixture.acknowledged.set(invoiceCustomId, amount);
  }
}

/** Returns one of the company's purchased jobs by its number. */
async function findJob(fixture: PaymentFixture, payer: Payer, number: number, where = "status <> 'CLOSED'") {
  const rows = await fixture.query<{ id: string; purchases: number }>(
    `select id, purchases from jobs where company_id = '${payer.companyId}' and posting_date is not null and ${where} order by id`,
  );
  return pickByNumber(rows, number);
}

const placeOrder: Command = async (fixture, inputs) => {
  const payer = pickByNumber(fixture.payers, inputs.pick);
  if (!payer) return;
  const addons = codes(addonTypes)
    .filter((_, index) => (inputs.more >> index) & 1)
    .map((addonType) => ({ addonType, subscribed: true, externalUrl: 'https://carrier.example/apply' }));
  const addresses = makeJobRequest().addresses.slice(0, 1 + (inputs.more % 2));
  const node = await fixture.node(inputs.node);
  const outcome = await attempt(node, () =>
    node.createCallerFor(payer.actor).checkout.placeOrder(makeJobRequest({ addons, addresses })),
  );
  if (outcome.kind === 'answer') fixture.orders.push({ payer, token: outcome.value.orderToken, orderId: outcome.value.orderId });
};

const payOrder: Command = async (fixture, inputs) => {
  const order = fixture.orders.at(-1 - (inputs.pick % Math.max(1, Math.min(4, fixture.orders.length))));
  if (!order) return;
  recordInvoices(
    fixture,
    await runInParallel(fixture, inputs, async (node) =>
      node.createCallerFor(order.payer.actor).checkout.charge({
        orderToken: order.token,
        cardToken: inputs.card ? await fixture.createCardToken(inputs.card) : null,
      }),
    ),
  );
};

const makePurchaseCommand =
  (kind: 'renew' | 'buyBoost' | 'payAddons'): Command =>
  async (fixture, inputs) => {
    const payer = pickByNumber(fixture.payers, inputs.pick);
    const job = payer && (await findJob(fixture, payer, inputs.more));
    if (!job) return;
    const purchases = inputs.more % 2 ? job.purchases : null;
    recordInvoices(
      fixture,
      await runInParallel(fixture, inputs, async (node) =>
        node.createCallerFor(payer.actor).checkout[kind]({
          jobId: job.id,
          purchases,
          cardToken: inputs.card ? await fixture.createCardToken(inputs.card) : null,
        }),
      ),
    );
  };

const editAddons: Command = async (fixture, inputs) => {
  const payer = pickByNumber(fixture.payers, inputs.pick);
  const job = payer && (await findJob(fixture, payer, inputs.more));
  if (!job) return;
  const addons = codes(addonTypes)
    .filter((_, index) => (inputs.pick >> index) & 1)
    .map((addonType) => ({ addonType, subscribed: inputs.more % 3 > 0, externalUrl: 'https://carrier.example/apply' }));
  await runInParallel(fixture, inputs, (node) => node.createCallerFor(payer.actor).checkout.editAddons({ id: job.id, addons }));
};

/** Moves time to the next billing dates and lets the workers of both servers process them. */
const runRenewals: Command = async (fixture, inputs) => {
  const payer = pickByNumber(fixture.payers, inputs.pick);
  if (!payer) return;
  await fixture.query(`update jobs set next_billing_date = now(), expiration_date = now(), lease_until = null
    where status = 'POSTED' and auto_renew and company_id = '${payer.companyId}'`);
  const nodes = [await fixture.node(inputs.node), await fixture.node(inputs.node + 1)];
  nodes[0]?.injectFault(inputs);
  await Promise.all(nodes.map((node) => node.runTasks(['renewals', 'expiry'])));
};

const makeJobCommand =
  (act: (api: ReturnType<PaymentNode['createCallerFor']>, id: string) => Promise<unknown>): Command =>
  async (fixture, inputs) => {
    const payer = pickByNumber(fixture.payers, inputs.pick);
    const job = payer && (await findJob(fixture, payer, inputs.more));
    if (job) await runInParallel(fixture, { ...inputs, fault: 'none' }, (node) => act(node.createCallerFor(payer.actor), job.id));
  };

const letDaysPass: Command = async (fixture, inputs) => {
  const payer = pickByNumber(fixture.payers, inputs.pick);
  const job = payer && (await findJob(fixture, payer, inputs.more, "status = 'POSTED'"));
  if (job)
    await fixture.query(`update jobs set next_billing_date = next_billing_date - interval '31 days',
      expiration_date = expiration_date - interval '31 days' where id = '${job.id}'`);
};

const storeCard: Command = async (fixture, inputs) => {
  const payer = pickByNumber(fixture.payers, inputs.pick);
  if (!payer) return;
  const cardToken = await fixture.createCardToken(inputs.card ?? 'approved');
  const node = await fixture.node(inputs.node);
  await attempt(node, () => node.createCallerFor(payer.actor).billing.saveCard({ cardToken, cardHolderName: 'Dana Whitfield' }));
};

const findInvoice = async (fixture: PaymentFixture, number: number, where: string) =>
  pickByNumber(
    await fixture.query<{ id: string; left: number }>(
      `select invoice_custom_id as id, amount_cents - refunded_cents as left from invoices where ${where} order by id desc limit 12`,
    ),
    number,
  );

const refund: Command = async (fixture, inputs) => {
  const invoice = await findInvoice(fixture, inputs.pick, "status <> 'void'");
  if (!invoice) return;
  const amount = inputs.more % 3 ? Math.max(1, (inputs.more * 37) % Math.max(1, invoice.left)) : invoice.left;
  if (amount === 0) return;
  await runInParallel(fixture, inputs, (node) =>
    node.createCallerFor(fixture.admin).billing.refund({ id: invoice.id, amount: amount / 100, reason: 'Refunded' }),
  );
};

/** Lets one administrator close an open invoice while another credits it. */
const endInvoice: Command = async (fixture, inputs) => {
  const invoice = await findInvoice(fixture, inputs.pick, "status = 'open'");
  if (!invoice) return;
  const [firstNode, secondNode] = [await fixture.node(inputs.node), await fixture.node(inputs.node + 1)];
  firstNode.injectFault({ ...inputs, fault: 'none' });
  const status = inputs.more % 2 ? 'paid' : 'void';
  await Promise.all([
    attempt(firstNode, () =>
      firstNode.createCallerFor(fixture.admin).billing.updateInvoice({ id: invoice.id, status, reason: 'Ended' }),
    ),
    attempt(secondNode, () =>
      secondNode.createCallerFor(fixture.admin).billing.refund({ id: invoice.id, amount: 1, reason: 'Refunded' }),
    ),
  ]);
};

const sendWebhook: Command = async (fixture, inputs) => {
  const sale = pickByNumber(fixture.readSales().slice(-8), inputs.pick);
  if (sale) await fixture.deliverWebhook(sale.order_id, sale.id);
};

const runWorker: Command = async (fixture, inputs) => {
  if (inputs.more % 2) await fixture.timePasses();
  const node = await fixture.node(inputs.node);
  node.injectFault(inputs);
  await node.runTasks(['charges', 'refunds']);
};

const killNode: Command = async (fixture, inputs) => (await fixture.node(inputs.node)).die();
const restartNode: Command = async (fixture, inputs) => {
  const node = await fixture.node(inputs.node);
  node.injectFault({ fault: 'none', crashAfter: null });
  await fixture.restart(inputs.node);
};

const weightedCommands: [weight: number, name: string, act: Command][] = [
  [7, 'post', placeOrder],
  [10, 'pay', payOrder],
  [3, 'renew', makePurchaseCommand('renew')],
  [3, 'boost', makePurchaseCommand('buyBoost')],
  [2, 'pay add-ons', makePurchaseCommand('payAddons')],
  [2, 'choose add-ons', editAddons],
  [3, 'renewals', runRenewals],
  [1, 'cancel renewal', makeJobCommand((api, id) => api.jobs.cancelRenewal({ id }))],
  [1, 'resume renewal', makeJobCommand((api, id) => api.checkout.resumeRenewal({ id }))],
  [1, 'close', makeJobCommand((api, id) => api.checkout.closeJob({ id }))],
  [1, 'days pass', letDaysPass],
  [2, 'store card', storeCard],
  [4, 'refund', refund],
  [2, 'end invoice', endInvoice],
  [2, 'webhook', sendWebhook],
  [3, 'worker', runWorker],
  [1, 'arrive', (fixture) => fixture.arrive()],
  [1, 'settle', async (fixture) => fixture.settleBatch()],
  [1, 'kill', killNode],
  [1, 'restart', restartNode],
];

export type Model = { steps: number };

class MoneyCommand implements fc.AsyncCommand<Model, PaymentFixture> {
  readonly name: string;
  readonly act: Command;
  readonly inputs: CommandInputs;

  constructor(name: string, act: Command, inputs: CommandInputs) {
    this.name = name;
    this.act = act;
    this.inputs = inputs;
  }
  check(): boolean {
    return true;
  }
  async run(model: Model, fixture: PaymentFixture): Promise<void> {
    model.steps += 1;
    await this.act(fixture, this.inputs);
  }
  toString(): string {
    const { pick, more, node, clicks, card, fault, crashAfter } = this.inputs;
    return `${this.name}(${pick} ${more} node ${node} x${clicks} ${card ?? 'stored'} ${fault}${crashAfter ? ` † ${crashAfter}` : ''})`;
  }
}

/** Generates one random step, chosen by weight. */
export const arbitraryCommand: fc.Arbitrary<fc.AsyncCommand<Model, PaymentFixture>> = fc.oneof(
  ...weightedCommands.map(([weight, name, act]) => ({
    weight,
    arbitrary: commandInputs.map((inputs) => new MoneyCommand(name, act, inputs)),
  })),
);
