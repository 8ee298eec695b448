// @engine both
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChargeAnswer, Order } from '#shared/billing/payment.ts';
import { type CrashFixture, openCrashFixture } from '#tests/helpers/crash-world.ts';
import type { RunningServer } from '#tests/helpers/server.ts';
import { createCardToken, readLedgerLines, filterApprovedSales, testCards } from '#tests/helpers/test-cards.ts';

/**
 * Rounds of `kill -9`, fewer on the embedded engine, which starts slowly. `CRASH_ROUNDS=100` is a long run, `CRASH_SEED`
 * repeats one.
 */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? (process.env['TEST_ENGINE'] === 'embedded' ? 4 : 9));
const seed = Number(process.env['CRASH_SEED'] ?? 20_260_401);
const buyers = 3;

let world: CrashFixture;
beforeAll(async () => {
  world = await openCrashFixture();
}, 120_000);
afterAll(() => world.close());

/** What the server confirmed about an order before it died. */
type AcknowledgedOrder = {
  title: string;
  orderId: string;
  token: string;
  jobIds: string[];
  answer: ChargeAnswer['status'] | 'declined' | null;
};

const next = randomOf(seed);
const cardsOfRound = [testCards.approved, testCards.approved, testCards.lostAnswer, testCards.noFunds, testCards.slow];
const pick = <T>(list: readonly T[], otherwise: T): T => list[Math.floor(next() * list.length)] ?? otherwise;

async function call<T>(url: string, method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; data: T }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${world.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: T };
  return { status: response.status, data: answer.data };
}

const charge = async (url: string, token: string, cardNumber: string) =>
  call<{ status: ChargeAnswer['status'] }>(url, 'POST', '/api/1.0/payment/company/invoice/charge', {
    secret_token: token,
    action_type: 'new_job',
    card_token: await createCardToken(world.gatewayUrl, cardNumber),
  });

async function postAndPay(
  url: string,
  title: string,
  number: string,
  acknowledgedOrders: AcknowledgedOrder[],
  done: () => void,
): Promise<void> {
  const placed = await call<{ jobs_post_token: string; order_id: string; jobs: { id: string }[] }>(url, 'POST', '/api/1.0/jobs', {
    title,
    job_type: 'dryVan',
    required_experience: 'M6',
    home_time: 'HW',
    job_description: 'Survives a crash.',
    salary_type: 'weekly',
    addons: [{ addon_type: 'boost', subscribed: true }],
    addresses: [{ postal_code: '68102' }, { postal_code: '74103' }],
  });
  expect(placed.status).toBe(201);
  const { jobs_post_token: token, order_id: orderId, jobs } = placed.data;
  const order: AcknowledgedOrder = { title, orderId, token, jobIds: jobs.map(({ id }) => id), answer: null };
  acknowledgedOrders.push(order);
  done();
  const { status, data } = await charge(url, token, number);
  if (status === 200) order.answer = data.status;
  if (status === 402) order.answer = 'declined';
  done();
}

/** Buys until the server is killed. */
async function buy(
  server: RunningServer,
  name: string,
  acknowledgedOrders: AcknowledgedOrder[],
  done: () => void,
): Promise<void> {
  const lives = () => server.child.exitCode === null && server.child.signalCode === null;
  for (let turn = 0; lives(); turn += 1) {
    const number = pick(cardsOfRound, testCards.approved);
    try {
      await postAndPay(server.url, `Crash ${name}.${turn}`, number, acknowledgedOrders, done);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return;
    }
  }
}

async function orderOf(url: string, orderId: string): Promise<Order> {
  const input = encodeURIComponent(JSON.stringify({ orderId }));
  const response = await fetch(`${url}/trpc/checkout.order?input=${input}`, {
    headers: { authorization: `Bearer ${world.token}` },
  });
  const { result } = (await response.json()) as { result: { data: Order } };
  return result.data;
}

describe('a server that is killed at any moment of post-and-pay', () => {
  it(`keeps every acknowledged step and takes money once (${rounds} rounds, seed ${seed})`, { timeout: 900_000 }, async () => {
    const acknowledgedOrders: AcknowledgedOrder[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const server = await world.start();
      const steps = countTo(2 + Math.floor(next() * 10));
      const buying = Promise.all(
        Array.from({ length: buyers }, (_, buyer) => buy(server, `${round}.${buyer}`, acknowledgedOrders, steps.done)),
      );
      await Promise.race([steps.isReached, buying]);
      await pause(next() * 150);
      await server.kill();
      await buying;
    }

    const server = await world.start();
    try {
      const states = new Map<string, Order>();
      await vi.waitFor(
        async () => {
          for (const { orderId } of acknowledgedOrders) states.set(orderId, await orderOf(server.url, orderId));
          expect([...states.values()].filter(({ state }) => state === 'processing')).toEqual([]);
        },
        { timeout: 90_000, interval: 1000 },
      );
      for (const { title, orderId, jobIds, answer } of acknowledgedOrders) {
        const order = states.get(orderId);
        expect({ title, jobs: order?.jobs.map(({ id }) => id) }).toEqual({ title, jobs: jobIds });
        const expectedOutcome = answer === 'paid' || answer === 'declined' ? answer : order?.state;
        expect({ title, state: order?.state }).toEqual({ title, state: expectedOutcome });
      }

      for (const { token, orderId } of acknowledgedOrders) {
        if (states.get(orderId)?.state === 'paid') continue;
        expect((await charge(server.url, token, testCards.approved)).data).toMatchObject({ status: 'paid' });
      }
      const approved = filterApprovedSales(await readLedgerLines(world.gatewayUrl)) as { description?: string }[];
      const paidFor = new Set(approved.map(({ description }) => description));
      expect(approved).toHaveLength(acknowledgedOrders.length);
      expect(paidFor).toEqual(new Set(acknowledgedOrders.map(({ title }) => `Job posting: ${title}`)));
      for (const { orderId } of acknowledgedOrders) {
        const { state, jobs } = await orderOf(server.url, orderId);
        expect({ state, jobs: jobs.map(({ status }) => status) }).toEqual({ state: 'paid', jobs: ['POSTED', 'POSTED'] });
      }
      const numbers = await invoiceNumbers(server.url);
      expect(numbers).toHaveLength(acknowledgedOrders.length);
      expect(new Set(numbers).size).toBe(numbers.length);
    } finally {
      await server.stop();
    }
  });
});

async function invoiceNumbers(url: string): Promise<number[]> {
  const numbers: number[] = [];
  for (let offset = 0; ; offset += 100) {
    const { data } = await call<{ invoice_custom_id: string }[]>(
      url,
      'GET',
      `/api/1.0/payment/company/invoice?limit=100&offset=${offset}`,
    );
    numbers.push(...data.map(({ invoice_custom_id: id }) => Number(id.slice(-6))));
    if (data.length < 100) return numbers.toSorted((a, b) => a - b);
  }
}

/** The kill is triggered by progress instead of time, so that a slow machine tests the same moments. */
function countTo(target: number): { done: () => void; isReached: Promise<void> } {
  const { promise: isReached, resolve } = Promise.withResolvers<void>();
  let count = 0;
  return { done: () => (++count >= target ? resolve() : undefined), isReached };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
