import { expect, test } from 'vitest';
import { canWithdraw, driverStatuses } from './stages.ts';

test('an application can be withdrawn until the driver is hired', () => {
  const final = driverStatuses.map(({ code }) => code).filter((status) => !canWithdraw(status));
  expect(final).toEqual(['hired', 'withdrawn']);
});
