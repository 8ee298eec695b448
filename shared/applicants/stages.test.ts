import { expect, test } from 'vitest';
import { canWithdraw, driverStatuses, driverStatusOf, type Stage, statusToTell } from './stages.ts';

test('an application can be withdrawn until the driver is hired', () => {
  const final = driverStatuses.map(({ code }) => code).filter((status) => !canWithdraw(status));
  expect(final).toEqual(['hired', 'withdrawn']);
});

const toStatus = (stage: Stage, pastStages: Stage[] = [], change: object = {}) =>
  driverStatusOf({
    stage,
    pastStages,
    viewedAt: null,
    withdrawnAt: null,
    isJobPublic: true,
    toldNotSelectedAt: null,
    ...change,
  });

test('an interview is told as an interview', () => {
  expect(toStatus('interview')).toBe('interview');
});

test.each<[string, Stage, Stage[], string]>([
  ['back to an earlier stage', 'reviewed', ['new', 'interview'], 'interview'],
  ['not a fit after a contact', 'not_a_fit', ['new', 'contacted'], 'contacted'],
  ['not a fit without a contact', 'not_a_fit', ['new'], 'in_review'],
  ['back to new', 'new', ['new', 'reviewed'], 'in_review'],
  ['hired by mistake', 'offer', ['hired'], 'final_steps'],
])('the status does not move backward: %s', (_what, stage, pastStages, status) => {
  expect(toStatus(stage, pastStages)).toBe(status);
});

test('not selected is what the driver was told, and nothing else', () => {
  const told = { toldNotSelectedAt: new Date(), isJobPublic: false };
  expect(toStatus('not_a_fit', ['contacted'], told)).toBe('not_selected');
  expect(toStatus('not_a_fit', ['contacted'], { isJobPublic: false })).toBe('contacted');
  expect(toStatus('reviewed', ['contacted', 'not_a_fit'], told)).toBe('contacted');
});

test.each([
  ['interview', ['new', 'contacted'], 'interview'],
  ['interview', ['new', 'interview', 'contacted'], null],
  ['interview', ['new', 'offer'], null],
  ['hired', ['new', 'offer'], 'hired'],
  ['hired', [], 'hired'],
  ['offer', ['new', 'interview'], null],
  ['not_a_fit', ['new'], null],
  ['contacted', ['new'], null],
] as const)('a move to %s after %j tells the driver %s', (to, earlierStages, status) => {
  expect(statusToTell(to, earlierStages)).toBe(status);
});
