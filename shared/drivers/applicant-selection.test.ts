import { expect, test } from 'vitest';
import { hasCondition } from './applicant-selection.ts';

const condition = { field: 'stage', operator: 'equals', value: 'new' };

test.each([undefined, null, [], { and: [] }, { or: [{ and: [] }] }, { field: 'applicant', operator: 'ilike', value: '' }])(
  'a filter without a condition selects nothing: %j',
  (filters) => expect(hasCondition(filters)).toBe(false),
);

test.each([condition, [condition], { and: [{ or: [condition] }] }])('a filter with a condition selects: %j', (filters) =>
  expect(hasCondition(filters)).toBe(true),
);
