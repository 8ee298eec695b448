import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';
import { createCeleroGateway } from './celero.ts';

/** Imitates a white label of the gateway that leaves out `amount_refunded`. Its refunds are transactions of the same order. */
let server: Server;
let gateway: PaymentGateway;
let refunds: { type: string; amount: number; response_code: number; status?: string; referenced_transaction_id?: string }[] = [];
const sale = { id: 'sale1', type: 'sale', status: 'partially_refunded', response_code: 100, amount: 300_00, order_id: 'ORDER1' };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    await text(request);
    const fullSale = { ...sale, amount_authorized: 300_00 };
    const wireRefunds = refunds.map((refund, n) => ({
      id: `refund${n}`,
      status: 'pending_settlement',
      order_id: 'ORDER1',
      ...refund,
    }));
    const data = request.url?.endsWith('/search')
      ? [fullSale, ...wireRefunds]
      : request.url?.endsWith('/refund')
        ? {}
        : [fullSale];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'success', msg: 'success', data }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  gateway = createCeleroGateway({ url: `http://127.0.0.1:${port}`, apiKey: 'api_test', timeoutMs: 5000 });
});
afterAll(() => server.close());

test('what went back is counted by the refunds of the order, where a payment does not say it', async () => {
  const refund = { type: 'refund', response_code: 100 };
  refunds = [
    { ...refund, amount: 100_00 },
    { ...refund, amount: 50_00 },
    { ...refund, amount: 20_00, response_code: 300 },
    { ...refund, amount: 40_00, status: 'voided' },
    { ...refund, amount: 10_00, referenced_transaction_id: 'sale1' },
    { ...refund, amount: 70_00, referenced_transaction_id: 'another' },
  ];
  expect(await gateway.getTransaction('sale1')).toMatchObject({ outcome: 'refunded', amountRefundedCents: 160_00 });
});

test('is unknown where neither says it, never nothing: the same part would go back again', async () => {
  refunds = [];
  await expect(gateway.getTransaction('sale1')).rejects.toThrow(GatewayUnavailable);
  expect(await gateway.refund('sale1', 100_00)).toMatchObject({ outcome: 'refunded' });
});
