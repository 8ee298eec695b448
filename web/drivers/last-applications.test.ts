import { expect, test } from 'vitest';
import type { Interview } from '#web/interviews/queries.ts';
import { toLastApplication } from './last-applications.ts';
import type { MyApplication } from './queries.ts';

const application = {
  id: 'a1',
  jobId: 'j1',
  title: 'Reefer Driver',
  companyName: 'Ozark Freight',
  city: 'Omaha',
  state: 'NE',
  status: 'sent',
  message: 'Private words',
} as unknown as MyApplication;
const interview = {
  applicantId: 'a1',
  kind: 'phone',
  status: 'scheduled',
  startsAt: new Date('2031-05-05T15:00:00Z'),
  phone: '4025550143',
  note: 'Private words',
} as unknown as Interview;

test('an application is stored with its status and next step, and with nothing else', () => {
  const stored = toLastApplication(application, undefined, 'US/Central');
  expect(stored).toEqual({
    jobId: 'j1',
    title: 'Reefer Driver',
    company: 'Ozark Freight',
    place: 'Omaha, NE',
    status: expect.stringMatching(/\w/),
    nextStep: expect.stringMatching(/\w/),
  });
});

test('the next step is the interview in the driver’s time zone, without its phone number', () => {
  const { nextStep } = toLastApplication(application, interview, 'US/Central');
  expect(nextStep).toMatch(/^Phone call: .*10:00\sAM/);
  expect(JSON.stringify(toLastApplication(application, interview, 'US/Central'))).not.toMatch(/Private|5550143/);
  expect(toLastApplication(application, { ...interview, startsAt: null }, 'US/Central').nextStep).toMatch(/^Choose a time/);
});
