import { expect, test } from 'vitest';
import { z } from 'zod';
import { searchSchema } from '#shared/lists/list.ts';
import { decoder } from './wire.ts';

const schema = z.object({
  firstName: z.string(),
  cardToken: z.string().nullable().optional(),
  isActive: z.boolean().default(true),
  addresses: z.array(z.object({ postalCode: z.string(), street1: z.string() })),
  benefits: z.array(z.union([z.string(), z.object({ detailCode: z.string() })])),
  facts: z.record(z.string(), z.unknown()),
  limit: z.number().optional(),
});

test('snake_case and camelCase both come in; unknown keys are dropped; records keep their keys', () => {
  const decode = decoder(schema, 'body');
  expect(
    decode({
      first_name: 'Dana',
      cardToken: null,
      is_active: false,
      addresses: [{ postal_code: '68102', street1: '1 Main St', junk: 1 }],
      benefits: ['a', { detail_code: 'b' }],
      facts: { some_key: 1 },
      junk: 2,
    }),
  ).toEqual({
    firstName: 'Dana',
    cardToken: null,
    isActive: false,
    addresses: [{ postalCode: '68102', street1: '1 Main St' }],
    benefits: ['a', { detailCode: 'b' }],
    facts: { some_key: 1 },
  });
});

test('query texts become numbers, booleans and lists where the schema wants them', () => {
  const decode = decoder(
    z.object({ limit: z.number(), distanceLimit: z.boolean(), ids: z.array(z.string()), name: z.string() }),
    'query',
  );
  expect(decode({ limit: '20', distance_limit: 'true', ids: 'a,b', name: '7' })).toEqual({
    limit: 20,
    distanceLimit: true,
    ids: ['a', 'b'],
    name: '7',
  });
});

test('a field comes in under its name on the wire only', () => {
  const decode = decoder(z.object({ orderToken: z.string() }), 'body');
  for (const name of ['secret_token', 'secretToken']) expect(decode({ [name]: 'x' })).toEqual({ orderToken: 'x' });
  expect(decode({ order_token: 'x', orderToken: 'x' })).toEqual({});
});

test('filters pass through unchanged: their field names are values', () => {
  const body = {
    filters: { and: [{ field: 'company_name', operator: 'ilike', value: 'x_y' }] },
    orders: [{ field: 'created_at', direction: 'desc' }],
  };
  expect(decoder(searchSchema, 'body')(body)).toEqual(body);
});

test('codes come in as the wire spells them, in fields and in filters of any depth; our own spelling is refused', () => {
  const input = z.object({ billingType: z.string(), name: z.string() });
  expect(decoder(input, 'body')({ billing_type: 'CONTRACT', name: 'CELERO' })).toEqual({
    billingType: 'invoice',
    name: 'CELERO',
  });
  expect(decoder(input, 'form')({ billingType: 'CELERO' })).toEqual({ billingType: 'card' });
  expect(() => decoder(input, 'query')({ billing_type: 'card' })).toThrow('is not a valid value');
  const filter = (one: string, other: string) => ({
    filters: {
      and: [
        { field: 'payment_method', operator: 'in', value: [one, other] },
        { or: [{ field: 'billing_type', operator: 'equals', value: other }] },
        { field: 'title', operator: 'equals', value: 'CELERO' },
      ],
    },
  });
  expect(decoder(searchSchema, 'body')(filter('CELERO', 'CONTRACT'))).toEqual(filter('card', 'invoice'));
});

test('a code in lists that are nested ten thousand deep is left to the schema', () => {
  const input = z.object({ billingType: z.string() });
  const nested = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`) as unknown;
  expect(decoder(input, 'body')({ billing_type: nested })).toEqual({ billingType: nested });
});

test.each([
  [{ drive_unload: true }, true],
  [{ driveUnload: true }, true],
  [{ driver_unload: false, drive_unload: true }, false],
  [{ drive_unload: true, driver_unload: false }, false],
  [{ drive_unload: true, driver_unload: null }, true],
  [{ driver_unload: null }, null],
  [{}, undefined],
])('the second spelling of a field is read if the first is absent: %j', (body, driverUnload) => {
  const decode = decoder(z.object({ driverUnload: z.boolean().nullable().optional() }), 'body');
  expect(decode(body)).toEqual({ driverUnload });
});
