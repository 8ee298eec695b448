import fc from 'fast-check';
import { codes, addonTypes } from '#shared/catalogues.ts';
import type { ChargeAnswer } from '#shared/billing/payment.ts';
import { posting } from '#tests/helpers/posting.ts';
import { type CommandInputs, commandInputs } from './command-inputs.ts';
import type { MoneyNode, Outcome } from './node.ts';
import type { MoneyWorld, Payer } from './world.ts';

type Act = (world: MoneyWorld, inputs: CommandInputs) => Promise<unknown>;

/** The errors that a caller may receive. Any other is a bug in the product. */
const refusals = new Set([
  'already_paid',
  'payment_in_progress',
  'payment_declined',
  'gateway_failed',
  'conflict',
  'edit_conflict',
  'invalid',
  'not_found',
]);

const nth = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)];

async function attempt<T>(node: MoneyNode, work: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await node.run(work);
  if (outcome.kind === 'refused' && !refusals.has(outcome.code)) throw new Error(`An unexpected refusal: ${outcome.code}`);
  return outcome;
}

/** Runs the same call several times in parallel on both servers. The first one meets the fault. */
async function clicked<T>(
  world: MoneyWorld,
  inputs: CommandInputs,
  work: (node: MoneyNode) => Promise<T>,
): Promise<Outcome<T>[]> {
  const nodes = [await world.node(inputs.node), await world.node(inputs.node + 1)];
  nodes[0]?.arm(inputs);
  return Promise.all(
    Array.from({ length: inputs.clicks }, async (_, click) => {
      const node = nodes[click % 2] ?? (await world.node(0));
      return attempt(node, () => work(node));
    }),
  );
}

function acknowledge(world: MoneyWorld, outcomes: Outcome<ChargeAnswer>[]): void {
  for (const outcome of outcomes) {
    if (outcome.kind !== 'answer' || outcome.value.status === 'processing') continue;
    const { invoiceCustomId, amount } = outcome.value;
    if (!invoiceCustomId) throw new Error(`Paid, and no invoice: ${JSON.stringify(outcome.value)}`);
    world.acknowledged.set(invoiceCustomId, amount);
  }
}

/** One of the company's purchased jobs, by its number. */
async function jobOf(world: MoneyWorld, payer: Payer, number: number, where = "status <> 'CLOSED'") {
  const rows = await world.rows<{ id: string; purchases: number }>(
    `select id, purchases from jobs where company_id = '${payer.companyId}' and posting_date is not null and ${where} order by id`,
  );
  return nth(rows, number);
}

const post: Act = async (world, inputs) => {
  const payer = nth(world.payers, inputs.pick);
  if (!payer) return;
  const addons = codes(addonTypes)
    .filter((_, index) => (inputs.more >> index) & 1)
    .map((addonType) => ({ addonType, subscribed: true, externalUrl: 'https://carrier.example/apply' }));
  const addresses = posting().addresses.slice(0, 1 + (inputs.more % 2));
  const node = await world.node(inputs.node);
  const placed = await attempt(node, () => node.as(payer.actor).checkout.placeOrder(posting({ addons, addresses })));
  if (placed.kind === 'answer') world.orders.push({ payer, token: placed.value.orderToken, orderId: placed.value.orderId });
};

const pay: Act = async (world, inputs) => {
  const order = world.orders.at(-1 - (inputs.pick % Math.max(1, Math.min(4, world.orders.length))));
  if (!order) return;
  acknowledge(
    world,
    await clicked(world, inputs, async (node) =>
      node.as(order.payer.actor).checkout.charge({
        orderToken: order.token,
        cardToken: inputs.card ? await world.token(inputs.card) : null,
      }),
    ),
  );
};

const buy =
  (kind: 'renew' | 'buyBoost' | 'payAddons'): Act =>
  async (world, inputs) => {
    const payer = nth(world.payers, inputs.pick);
    const job = payer && (await jobOf(world, payer, inputs.more));
    if (!job) return;
    const purchases = inputs.more % 2 ? job.purchases : null;
    acknowledge(
      world,
      await clicked(world, inputs, async (node) =>
        node.as(payer.actor).checkout[kind]({
          jobId: job.id,
          purchases,
          cardToken: inputs.card ? await world.token(inputs.card) : null,
        }),
      ),
    );
  };

const chooseAddons: Act = async (world, inputs) => {
  const payer = nth(world.payers, inputs.pick);
  const job = payer && (await jobOf(world, payer, inputs.more));
  if (!job) return;
  const addons = codes(addonTypes)
    .filter((_, index) => (inputs.pick >> index) & 1)
    .map((addonType) => ({ addonType, subscribed: inputs.more % 3 > 0, externalUrl: 'https://carrier.example/apply' }));
  await clicked(world, inputs, (node) => node.as(payer.actor).checkout.editAddons({ id: job.id, addons }));
};

/** Billing dates arrive, and the workers of both servers process them. */
const renewals: Act = async (world, inputs) => {
  const payer = nth(world.payers, inputs.pick);
  if (!payer) return;
  await world.rows(`update jobs set next_billing_date = now(), expiration_date = now(), lease_until = null
    where status = 'POSTED' and auto_renew and company_id = '${payer.companyId}'`);
  const nodes = [await world.node(inputs.node), await world.node(inputs.node + 1)];
  nodes[0]?.arm(inputs);
  await Promise.all(nodes.map((node) => node.work(['renewals', 'expiry'])));
};

const jobAct =
  (act: (api: ReturnType<MoneyNode['as']>, id: string) => Promise<unknown>): Act =>
  async (world, inputs) => {
    const payer = nth(world.payers, inputs.pick);
    const job = payer && (await jobOf(world, payer, inputs.more));
    if (job) await clicked(world, { ...inputs, fault: 'none' }, (node) => act(node.as(payer.actor), job.id));
  };

const days: Act = async (world, inputs) => {
  const payer = nth(world.payers, inputs.pick);
  const job = payer && (await jobOf(world, payer, inputs.more, "status = 'POSTED'"));
  if (job)
    await world.rows(`update jobs set next_billing_date = next_billing_date - interval '31 days',
      expiration_date = expiration_date - interval '31 days' where id = '${job.id}'`);
};

const storeCard: Act = async (world, inputs) => {
  const payer = nth(world.payers, inputs.pick);
  if (!payer) return;
  const cardToken = await world.token(inputs.card ?? 'approved');
  const node = await world.node(inputs.node);
  await attempt(node, () => node.as(payer.actor).billing.saveCard({ cardToken, cardHolderName: 'Dana Whitfield' }));
};

const invoiceAt = async (world: MoneyWorld, number: number, where: string) =>
  nth(
    await world.rows<{ id: string; left: number }>(
      `select invoice_custom_id as id, amount_cents - refunded_cents as left from invoices where ${where} order by id desc limit 12`,
    ),
    number,
  );

const refund: Act = async (world, inputs) => {
  const invoice = await invoiceAt(world, inputs.pick, "status <> 'void'");
  if (!invoice) return;
  const amount = inputs.more % 3 ? Math.max(1, (inputs.more * 37) % Math.max(1, invoice.left)) : invoice.left;
  if (amount === 0) return;
  await clicked(world, inputs, (node) =>
    node.as(world.admin).billing.refund({ id: invoice.id, amount: amount / 100, reason: 'Refunded' }),
  );
};

/** One administrator closes an open invoice while another credits it. */
const endInvoice: Act = async (world, inputs) => {
  const invoice = await invoiceAt(world, inputs.pick, "status = 'open'");
  if (!invoice) return;
  const [one, other] = [await world.node(inputs.node), await world.node(inputs.node + 1)];
  one.arm({ ...inputs, fault: 'none' });
  const status = inputs.more % 2 ? 'paid' : 'void';
  await Promise.all([
    attempt(one, () => one.as(world.admin).billing.updateInvoice({ id: invoice.id, status, reason: 'Ended' })),
    attempt(other, () => other.as(world.admin).billing.refund({ id: invoice.id, amount: 1, reason: 'Refunded' })),
  ]);
};

const hook: Act = async (world, inputs) => {
  const sale = nth(world.sales().slice(-8), inputs.pick);
  if (sale) await world.tell(sale.order_id, sale.id);
};

const work: Act = async (world, inputs) => {
  if (inputs.more % 2) await world.timePasses();
  const node = await world.node(inputs.node);
  node.arm(inputs);
  await node.work(['charges', 'refunds']);
};

const kill: Act = async (world, inputs) => (await world.node(inputs.node)).die();
const revive: Act = async (world, inputs) => {
  const node = await world.node(inputs.node);
  node.arm({ fault: 'none', crashAfter: null });
  await world.restart(inputs.node);
};

const acts: [weight: number, name: string, act: Act][] = [
  [7, 'post', post],
  [10, 'pay', pay],
  [3, 'renew', buy('renew')],
  [3, 'boost', buy('buyBoost')],
  [2, 'pay add-ons', buy('payAddons')],
  [2, 'choose add-ons', chooseAddons],
  [3, 'renewals', renewals],
  [1, 'cancel renewal', jobAct((api, id) => api.jobs.cancelRenewal({ id }))],
  [1, 'resume renewal', jobAct((api, id) => api.checkout.resumeRenewal({ id }))],
  [1, 'close', jobAct((api, id) => api.jobs.close({ id }))],
  [1, 'days pass', days],
  [2, 'store card', storeCard],
  [4, 'refund', refund],
  [2, 'end invoice', endInvoice],
  [2, 'webhook', hook],
  [3, 'worker', work],
  [1, 'arrive', (world) => world.arrive()],
  [1, 'settle', async (world) => world.settleBatch()],
  [1, 'kill', kill],
  [1, 'restart', revive],
];

export type Model = { steps: number };

class MoneyCommand implements fc.AsyncCommand<Model, MoneyWorld> {
  readonly name: string;
  readonly act: Act;
  readonly inputs: CommandInputs;

  constructor(name: string, act: Act, inputs: CommandInputs) {
    this.name = name;
    this.act = act;
    this.inputs = inputs;
  }
  check(): boolean {
    return true;
  }
  async run(model: Model, world: MoneyWorld): Promise<void> {
    model.steps += 1;
    await this.act(world, this.inputs);
  }
  toString(): string {
    const { pick, more, node, clicks, card, fault, crashAfter } = this.inputs;
    return `${this.name}(${pick} ${more} node ${node} x${clicks} ${card ?? 'stored'} ${fault}${crashAfter ? ` † ${crashAfter}` : ''})`;
  }
}

/** One random step, chosen by weight. */
export const step: fc.Arbitrary<fc.AsyncCommand<Model, MoneyWorld>> = fc.oneof(
  ...acts.map(([weight, name, act]) => ({
    weight,
    arbitrary: commandInputs.map((inputs) => new MoneyCommand(name, act, inputs)),
  })),
);
