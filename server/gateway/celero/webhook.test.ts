import { expect, test } from 'vitest';
import { readSettings } from '#server/settings/env.ts';
import { celeroService } from './celero.ts';
import { signWebhook, testDeliveryKey, verifyWebhook } from './webhook.ts';

const secret = '12345678-1234-1234-1234-123456789012';

function signedDelivery(body: object, { key = secret, header = 'signature', eventId = 'evt1' } = {}) {
  const raw = Buffer.from(`${JSON.stringify(body)}\n`);
  return { raw, headers: { [header]: signWebhook(raw, key), 'x-webhook-event-id': eventId } };
}

const sale = { status: 'success', type: 'transaction_create', transaction_id: 't1', data: { id: 't1', order_id: 'O1' } };

test("signs the vendor's example as the vendor does", () => {
  expect(signWebhook(Buffer.from('{"data":"this is test data"}'), secret)).toBe('JacUiw_ztpEZJWvOhhKoHTLBf4b-aZv9n_0YmJJxltc');
});

test('reads the event of a signed delivery', () => {
  const { raw, headers } = signedDelivery(sale);
  expect(verifyWebhook(raw, headers, secret)).toEqual({
    eventId: 'evt1',
    type: 'transaction_create',
    transactionId: 't1',
    orderId: 'O1',
  });
});

test('refuses a changed body, another secret, and missing headers', () => {
  const { raw, headers } = signedDelivery(sale);
  expect(verifyWebhook(Buffer.from(raw.toString().trimEnd()), headers, secret)).toBeNull();
  expect(verifyWebhook(raw, headers, 'another secret')).toBeNull();
  expect(verifyWebhook(raw, { 'x-webhook-event-id': 'evt1' }, secret)).toBeNull();
  expect(verifyWebhook(raw, { signature: headers.signature }, secret)).toBeNull();
  expect(verifyWebhook(raw, { ...headers, signature: '' }, secret)).toBeNull();
});

test('takes the previous secret and the previous signature while a secret is rotated', () => {
  const old = signedDelivery(sale, { key: 'old secret' });
  expect(verifyWebhook(old.raw, old.headers, secret, 'old secret')?.transactionId).toBe('t1');
  const previous = signedDelivery(sale, { header: 'signature-previous' });
  expect(verifyWebhook(previous.raw, previous.headers, secret)?.transactionId).toBe('t1');
});

test('the gateway of the settings takes the secret before the rotation too', () => {
  const source = { CELERO_URL: 'https://gateway.example', CELERO_API_KEY: 'api_x', CELERO_PUBLIC_KEY: 'pub_x' };
  const readDelivery = (more: Record<string, string>) => {
    const { celero } = readSettings({ ...source, CELERO_WEBHOOK_SECRET: secret, ...more });
    if (!celero) throw new Error('No gateway');
    const { raw, headers } = signedDelivery(sale, { key: 'old secret' });
    return celeroService({ ...celero, timeoutMs: 1000, testMode: false }).readWebhook(raw, headers);
  };
  expect(readDelivery({})).toBeNull();
  expect(readDelivery({ CELERO_WEBHOOK_SECRET_PREVIOUS: 'old secret' })).toMatchObject({ transactionId: 't1' });
});

test('takes the public test key for the type test only', () => {
  const trial = signedDelivery({ type: 'test', data: null }, { key: testDeliveryKey });
  expect(verifyWebhook(trial.raw, trial.headers, secret)).toEqual({
    eventId: 'evt1',
    type: 'test',
    transactionId: null,
    orderId: null,
  });
  const forged = signedDelivery(sale, { key: testDeliveryKey });
  expect(verifyWebhook(forged.raw, forged.headers, secret)).toBeNull();
});

test('refuses a signed body that is no event', () => {
  const { raw, headers } = signedDelivery(['x']);
  expect(verifyWebhook(raw, headers, secret)).toBeNull();
});
