import { expect, test } from 'vitest';
import { canWithdraw, driverStatuses, driverStatusOf, notSelectedTime, type Stage } from './stages.ts';

test('an application can be withdrawn until the driver is hired', () => {
  const final = driverStatuses.map(({ code }) => code).filter((status) => !canWithdraw(status));
  expect(final).toEqual(['hired', 'withdrawn']);
});

const now = new Date();
const toStatus = (stage: Stage, pastStages: Stage[] = [], change: object = {}) =>
  driverStatusOf(
    {
      stage,
      stageChangedAt: now,
      pastStages,
      viewedAt: null,
      withdrawnAt: null,
      isJobPublic: true,
      tellsNotSelected: true,
      ...change,
    },
    now,
  );

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

test('not selected is told after the delay, and only if the company tells', () => {
  const dueTime = notSelectedTime(now);
  const statusAt = (time: Date, tellsNotSelected: boolean) =>
    driverStatusOf(
      {
        stage: 'not_a_fit',
        stageChangedAt: now,
        pastStages: ['contacted'],
        viewedAt: null,
        withdrawnAt: null,
        isJobPublic: false,
        tellsNotSelected,
      },
      time,
    );
  expect(statusAt(new Date(dueTime.getTime() - 1), true)).toBe('contacted');
  expect(statusAt(dueTime, true)).toBe('not_selected');
  expect(statusAt(dueTime, false)).toBe('contacted');
});
