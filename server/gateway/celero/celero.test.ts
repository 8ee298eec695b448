import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ChargeRequest, GatewayUnavailable, type PaymentGateway, type WebhookEvent } from '#server/gateway/port.ts';
import { type StartedSimulator, startSimulator, storeTestCard, storeTestSales } from '#server/gateway/simulator/simulator.ts';
import { writeReason } from '#shared/texts/write-text.ts';
import { createCeleroGateway } from './celero.ts';
import { verifyWebhook } from './webhook.ts';

/**
 * Details of Celero's protocol, tested against the simulator over HTTP. tests/api/gateway/contract.ts tests what every
 * gateway must do.
 */
const webhookSecret = 'contract-secret';
const folder = mkdtempSync(join(tmpdir(), 'gateway-contract-'));
const ledgerFile = join(folder, 'ledger.sqlite');
const keys = { apiKey: 'api_contract', publicKey: 'pub_contract', webhookSecret };
const events: (WebhookEvent | null)[] = [];
const pendingWebhooks: { matches: (event: WebhookEvent) => boolean; done: (event: WebhookEvent) => void }[] = [];
/** The first delivery, which the receiver refuses. */
let refusedEvent: WebhookEvent | null | undefined;
let receiver: Server;
let simulator: StartedSimulator;
let gateway: PaymentGateway;

function waitForEvent(matches: (event: WebhookEvent) => boolean): Promise<WebhookEvent> {
  const earlier = events.find((event) => event !== null && matches(event));
  return earlier ? Promise.resolve(earlier) : new Promise((done) => pendingWebhooks.push({ matches, done }));
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const event = verifyWebhook(Buffer.concat(parts), request.headers, webhookSecret);
      if (refusedEvent === undefined) {
        refusedEvent = event;
        response.writeHead(503).end();
        return;
      }
      events.push(event);
      response.writeHead(event ? 200 : 401).end();
      if (event) for (const one of pendingWebhooks) if (one.matches(event)) one.done(event);
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  const webhookUrl = `http://127.0.0.1:${port}/webhooks`;
  simulator = await startSimulator({ ...keys, ledgerFile, webhookUrl, slowAnswerMs: 1500 });
  gateway = createCeleroGateway({ url: simulator.url, apiKey: keys.apiKey, timeoutMs: 5000 });
});

afterAll(async () => {
  await simulator.close();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true });
});

async function tokenFor(number: string, { exp = '12/40', cvv = '123' } = {}): Promise<string> {
  const response = await fetch(`${simulator.url}/api/tokenizer/${keys.publicKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number, exp, cvv }),
  });
  const { token } = (await response.json()) as { token: string };
  return token;
}

let orders = 0;
function createRequest(source: ChargeRequest['source'], changes: Partial<ChargeRequest> = {}): ChargeRequest {
  orders += 1;
  const name = `ORDER${orders}`;
  const base = { amountCents: 30_000, orderId: name, idempotencyKey: `charge ${name}`, description: 'Job posting' };
  return { ...base, initiatedBy: 'customer', source, ...changes };
}
const createTokenRequest = async (number: string) => createRequest({ kind: 'token', token: await tokenFor(number) });
const createStoredCardRequest = async (number: string) => {
  const { ref } = await gateway.storeCard({ token: await tokenFor(number), holderName: 'Pat Driver' });
  return createRequest({ kind: 'stored', card: ref });
};
const chargeMethods = [
  ['by token', createTokenRequest],
  ['by stored card', createStoredCardRequest],
] as const;

describe.each(chargeMethods)('a charge %s', (_name, prepare) => {
  test('is approved for the whole amount and shows the card', async () => {
    const request = await prepare('4111111111111111');
    const paid = await gateway.charge(request);
    expect(paid).toMatchObject({ outcome: 'approved', amountCents: 30_000, amountAuthorizedCents: 30_000, reason: null });
    expect(paid.orderId).toBe(request.orderId);
    expect(paid.card).toEqual({ cardType: 'visa', maskedNumber: '411111******1111', expirationDate: '12/40' });
    expect(await gateway.getTransaction(paid.id)).toEqual(paid);
    expect(await gateway.findByOrderId(request.orderId)).toEqual([paid]);
  });

  test.each([
    ['4000000000000002', 200, /declined the card/],
    ['4000000000009995', 202, /insufficient funds/],
    ['4000000000000069', 223, /expired/],
    ['4000000000000127', 225, /security code/],
  ])('of %s is declined with %i and plain words', async (number, responseCode, words) => {
    const request = await prepare(number);
    const declined = await gateway.charge(request);
    expect(declined).toMatchObject({ outcome: 'declined', responseCode, amountAuthorizedCents: 0 });
    expect(writeReason(declined.reason)).toMatch(words);
  });

  test('approved for half is partial, and can be voided', async () => {
    const half = await gateway.charge(await prepare('4000000000000986'));
    expect(half).toMatchObject({ outcome: 'partial', responseCode: 110, amountAuthorizedCents: 15_000 });
    expect(await gateway.void(half.id)).toMatchObject({ outcome: 'voided' });
  });

  test('whose answer is lost is found by its order, once', async () => {
    const request = await prepare('4000000000000978');
    await expect(gateway.charge(request)).rejects.toBeInstanceOf(GatewayUnavailable);
    const found = await gateway.findByOrderId(request.orderId);
    expect(found).toMatchObject([{ outcome: 'approved', amountAuthorizedCents: 30_000 }]);
    expect(await gateway.charge(request)).toEqual(found[0]);
    expect(await gateway.findByOrderId(request.orderId)).toHaveLength(1);
  });

  test('that fails at the gateway has an unknown outcome and took nothing', async () => {
    const request = await prepare('4000000000000994');
    const error: unknown = await gateway.charge(request).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(GatewayUnavailable);
    expect(error).toMatchObject({ mayStillArrive: false });
    expect(await gateway.findByOrderId(request.orderId)).toEqual([]);
  });

  test('that is slow is pending until it is approved', async () => {
    const request = await prepare('4000000000000960');
    const shortTimeoutGateway = createCeleroGateway({ url: simulator.url, apiKey: keys.apiKey, timeoutMs: 300 });
    const error: unknown = await shortTimeoutGateway.charge(request).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(GatewayUnavailable);
    expect(error).toMatchObject({ mayStillArrive: true });
    expect(await gateway.findByOrderId(request.orderId)).toMatchObject([{ outcome: 'pending', amountAuthorizedCents: 0 }]);
    expect(await gateway.charge(request)).toMatchObject({ outcome: 'approved' });
    expect(await gateway.findByOrderId(request.orderId)).toMatchObject([{ outcome: 'approved' }]);
  });
});

test('a customer that is gone is created again when a card is stored', async () => {
  const existing = { customerId: 'gone', paymentMethodId: 'gone' };
  const stored = await gateway.storeCard({ token: await tokenFor('4111111111111111'), holderName: 'Pat', existing });
  expect(stored.ref.customerId).not.toBe('gone');
});

test('a demo card is stored without a browser', async () => {
  const { ref, card } = storeTestCard(ledgerFile, { number: '4111111111111111', exp: '12/40', holderName: 'Pat Driver' });
  expect(card.maskedNumber).toBe('411111******1111');
  expect(await gateway.charge(createRequest({ kind: 'stored', card: ref }))).toMatchObject({ outcome: 'approved' });
});

test('demo sales are booked without a browser and can be refunded', async () => {
  const { ref } = storeTestCard(ledgerFile, { number: '4111111111111111', exp: '12/40', holderName: 'Pat Driver' });
  const past = new Date(Date.now() - 10 * 86_400_000);
  const sale = { amountCents: 400_00, description: '30-day posting', at: past };
  const [id = '', recent = ''] = storeTestSales(ledgerFile, ref, [
    { ...sale, orderId: 'DEMO1' },
    { ...sale, orderId: 'DEMO2', at: new Date() },
  ]);
  expect(await gateway.getTransaction(id)).toMatchObject({ outcome: 'approved', amountCents: 400_00, orderId: 'DEMO1' });
  expect(await gateway.refund(id, 100_00)).toMatchObject({ outcome: 'refunded', amountRefundedCents: 100_00 });
  expect(await gateway.void(recent)).toMatchObject({ outcome: 'voided' });
});

test('an unknown transaction is null; a wrong key and an unreachable address are unknown outcomes', async () => {
  expect(await gateway.getTransaction('nothing')).toBeNull();
  const otherKeyGateway = createCeleroGateway({ url: simulator.url, apiKey: keys.publicKey, timeoutMs: 5000 });
  await expect(otherKeyGateway.findByOrderId('ORDER1')).rejects.toThrow(GatewayUnavailable);
  const closed = await startSimulator({ ...keys, ledgerFile });
  await closed.close();
  const unreachableGateway = createCeleroGateway({ url: closed.url, apiKey: keys.apiKey, timeoutMs: 5000 });
  const error: unknown = await unreachableGateway
    .charge(createRequest({ kind: 'token', token: 'any' }))
    .catch((error: unknown) => error);
  expect(error).toBeInstanceOf(GatewayUnavailable);
  expect(error).toMatchObject({ mayStillArrive: false });
});

test('deliveries are signed, repeated when refused, and tell which transaction to read', async () => {
  const request = await createTokenRequest('4000000000000978');
  await expect(gateway.charge(request)).rejects.toThrow(GatewayUnavailable);
  const event = await waitForEvent(({ type, orderId }) => type === 'transaction_create' && orderId === request.orderId);
  const [found] = await gateway.findByOrderId(request.orderId);
  expect(event.transactionId).toBe(found?.id);
  expect(refusedEvent).toEqual(expect.objectContaining({ orderId: expect.any(String) }));
  await waitForEvent(({ type, orderId }) => type === refusedEvent?.type && orderId === refusedEvent.orderId);
  expect(events).not.toContain(null);
});

test('the ledger lists what moved, with no number in it', async () => {
  const paid = await gateway.charge(await createTokenRequest('4111111111111111'));
  const response = await fetch(`${simulator.url}/ledger?order_id=${paid.orderId}`);
  expect(await response.json()).toMatchObject({
    data: [
      { id: paid.id, order_id: paid.orderId, amount: 30_000, status: 'pending_settlement', masked_card: '411111******1111' },
    ],
    total_count: 1,
  });
});

test('a slow card is decided when its answer comes, also where the clock is a moment behind the timer', async () => {
  const request = await createTokenRequest('4000000000000960');
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now);
  try {
    expect(await gateway.charge(request)).toMatchObject({ outcome: 'approved' });
  } finally {
    vi.restoreAllMocks();
  }
});
