import { expect, test } from 'vitest';
import type { Filter } from '#shared/list.ts';
import { searchesText } from './count.ts';

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
