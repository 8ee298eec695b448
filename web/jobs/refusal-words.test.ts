import { expect, test } from 'vitest';
import { inLabels } from './job-acts.ts';

test.each([
  ['A job that is INACTIVE cannot become CLOSED', 'A job that is Inactive cannot become Closed'],
  ['A job that is PROCESSING_PAYMENT cannot become CLOSED', 'A job that is Processing payment cannot become Closed'],
  ['Only the renewal of a job that is POSTED can be canceled', 'Only the renewal of a job that is Active can be canceled'],
  ['Posted jobs and UNPOSTED ones', 'Posted jobs and UNPOSTED ones'],
])('%s', (onWire, onScreen) => {
  expect(inLabels(onWire)).toBe(onScreen);
});
