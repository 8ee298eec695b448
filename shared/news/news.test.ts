import { expect, test } from 'vitest';
import { type Publication, postState, getNextPublication } from './news.ts';

const now = new Date('2026-06-01T12:00:00Z');
const later = new Date('2026-06-02T12:00:00Z');
const before = new Date('2026-05-02T12:00:00Z');
const draft: Publication = { isActive: false, scheduledAt: null, publishedAt: null };
const scheduled: Publication = { ...draft, scheduledAt: later };
const published: Publication = { isActive: true, scheduledAt: null, publishedAt: before };
const inactive: Publication = { ...published, isActive: false };

test.each([
  [draft, 'Draft'],
  [scheduled, 'Scheduled'],
  [published, 'Published'],
  [inactive, 'Inactive'],
] as const)('%j is %s', (post, state) => expect(postState(post)).toBe(state));

test.each([
  ['a draft is put up now', draft, { isActive: true }, { isActive: true, scheduledAt: null, publishedAt: now }],
  ['its first date stays', inactive, { isActive: true }, published],
  ['a time to come wins over active', draft, { isActive: true, scheduledAt: later }, scheduled],
  ['an unchanged time is kept', scheduled, { isActive: true, scheduledAt: later }, scheduled],
  ['a scheduled one is put up now', scheduled, { isActive: true }, { isActive: true, scheduledAt: null, publishedAt: now }],
  ['the schedule is removed', scheduled, { scheduledAt: null }, draft],
  ['taken down', published, { isActive: false }, inactive],
  ['nothing asked changes nothing', published, {}, published],
  ['a past time is refused', draft, { scheduledAt: before }, null],
  [
    'an unchanged past time is kept',
    { ...draft, scheduledAt: before },
    { scheduledAt: before },
    { ...draft, scheduledAt: before },
  ],
] as const)('%s', (_, current, request, expected) => expect(getNextPublication(current, request, now)).toEqual(expected));
