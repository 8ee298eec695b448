import { expect, test } from 'vitest';
import { z } from 'zod';
import { pageOf } from '#shared/lists/list.ts';
import { answerEncoder } from './wire.ts';

const schema = z.object({
  firstName: z.string(),
  isActive: z.boolean().default(true),
  addresses: z.array(z.object({ postalCode: z.string(), street1: z.string().nullable() })),
  benefits: z.array(z.union([z.string(), z.object({ detailCode: z.string() })])),
  facts: z.record(z.string(), z.unknown()),
  postingDate: z.date().nullable(),
  limit: z.number().optional(),
});
const row = {
  firstName: 'Dana "D" Whit\\field\n',
  addresses: [{ postalCode: '68102', street1: null, secret: 1 }],
  benefits: ['a', { detailCode: 'b' }],
  facts: { someKey: 1 },
  postingDate: new Date('2026-11-20T04:05:06.789Z'),
  isActive: true,
  limit: undefined,
  secret: 2,
};
/** What a client reads. */
const read = (answer: unknown) => JSON.parse(JSON.stringify(answer)) as unknown;

test('answers go out in snake_case, declared keys only; the contents of records keep their keys', () => {
  expect(read(answerEncoder(schema)(row))).toEqual({
    data: {
      first_name: row.firstName,
      addresses: [{ postal_code: '68102', street1: null }],
      benefits: ['a', { detailCode: 'b' }],
      facts: { someKey: 1 },
      posting_date: '2026-11-20T04:05:06.789Z',
      is_active: true,
    },
  });
});

test('a field goes out under its name on the wire', () => {
  const answer = z.object({ orderToken: z.string(), matchScore: z.number() });
  expect(read(answerEncoder(answer)({ orderToken: 'x', matchScore: 1 }))).toEqual({
    data: { jobs_post_token: 'x', job_matching: 1 },
  });
});

test('they go out as they are where the specification prints camelCase', () => {
  expect(read(answerEncoder(schema, { isCamelCase: true })(row))).toMatchObject({
    data: { firstName: row.firstName, isActive: true },
  });
});

test('lists go out as data and pagination; nothing is null', () => {
  const pagination = { offset: 0, limit: 2, total: 1 };
  const page = { items: [row], pagination };
  expect(read(answerEncoder(pageOf(schema))(page))).toMatchObject({ data: [{ first_name: row.firstName }], pagination });
  expect(read(answerEncoder(schema.nullable())(null))).toEqual({ data: null });
  expect(read(answerEncoder(undefined)(undefined))).toEqual({ data: null });
});

test('codes go out as the wire spells them, in every field of the name', () => {
  const company = z.object({ billingType: z.string().nullable(), bills: z.array(z.object({ paymentMethod: z.string() })) });
  const data = { billingType: 'card', bills: [{ paymentMethod: 'invoice' }, { paymentMethod: 'constructor' }] };
  expect(read(answerEncoder(company, { isCamelCase: true })(data))).toEqual({
    data: { billingType: 'CELERO', bills: [{ paymentMethod: 'CONTRACT' }, { paymentMethod: 'constructor' }] },
  });
  expect(read(answerEncoder(company)({ billingType: null, bills: [] }))).toEqual({
    data: { billing_type: null, bills: [] },
  });
});

test('a field goes out under its second spelling as well, and constants are added', () => {
  const answer = z.object({ driverUnload: z.boolean() });
  expect(read(answerEncoder(answer)({ driverUnload: true }))).toEqual({ data: { driver_unload: true, drive_unload: true } });
  const options = { isCamelCase: true, constants: { isPrinted: false } };
  expect(read(answerEncoder(answer, options)({ driverUnload: true }))).toEqual({
    data: { driverUnload: true, isPrinted: false },
  });
});
