import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isSimilarName, mcNumberField, usdotNumberField } from './carrier.ts';

describe('numbers', () => {
  test.each([
    ['1234567', '1234567'],
    [' USDOT 1234567 ', '1234567'],
    ['dot# 42', '42'],
    ['00042', '42'],
    ['', ''],
  ])('USDOT %j is %j', (entered, stored) => expect(z.parse(usdotNumberField, entered)).toBe(stored));

  test.each(['123456789', '12a', '0', '-1', '1 2'])('%j is no USDOT number', (entered) =>
    expect(z.safeParse(usdotNumberField, entered).success).toBe(false),
  );

  test('an MC number can have its prefix', () => {
    expect(z.parse(mcNumberField, 'MC-123456')).toBe('123456');
    expect(z.safeParse(mcNumberField, '12345678').success).toBe(false);
  });
});

test.each([
  ['Prairie Freight', 'PRAIRIE FREIGHT LLC', null, true],
  ['J.B. Hauling Inc.', 'JB HAULING', null, true],
  ['Ágil Transporte', 'AGIL TRANSPORTE INC', null, true],
  ['Prairie', 'MIDWEST HOLDINGS LLC', 'Prairie Freight', true],
  ['Prairie Freight', 'LONE STAR LOGISTICS', null, false],
  ['Smith Trucking', 'JONES TRUCKING LLC', null, false],
  ['Smith Transport Services', 'JONES TRANSPORTATION SERVICES INC', 'Jones Freight Lines', false],
  ['Smith Trucking', 'SMITH TRANSPORT LLC', null, true],
  ['Express Freight', 'EXPRESS FREIGHT LLC', null, true],
  ['Express Freight', 'FREIGHT LINES LLC', null, false],
  ['Express Freight', 'SMITH EXPRESS LLC', null, false],
  ['Co Inc', 'THE COMPANY OF LLC', null, false],
])('%j is like %j: the hint', (companyName, legalName, dbaName, isSimilar) =>
  expect(isSimilarName(companyName, { legalName, dbaName })).toBe(isSimilar),
);
