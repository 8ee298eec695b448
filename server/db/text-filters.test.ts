import { expect, test } from 'vitest';
import type { Filter } from '#shared/list.ts';
import { excludesText, searchesText } from './text-filters.ts';

const is = (operator: string): Filter => ({ field: 'title', operator, value: 'x' });

test.each<[boolean, Parameters<typeof searchesText>[0]]>([
  [false, undefined],
  [false, null],
  [false, []],
  [false, is('equals')],
  [true, is('ilike')],
  [true, [is('equals'), is('not_ilike')]],
  [true, { and: [is('in'), { or: [is('equals'), is('ilike')] }] }],
  [false, { or: [{ and: [is('between')] }] }],
])('%s: %j', (expected, filters) => expect(searchesText(filters)).toBe(expected));

test.each<[boolean, Parameters<typeof excludesText>[0]]>([
  [false, undefined],
  [false, [is('ilike'), is('equals')]],
  [true, { or: [is('ilike'), { and: [is('not_ilike')] }] }],
])('%s without a text: %j', (expected, filters) => expect(excludesText(filters)).toBe(expected));
