import { describe, expect, it } from 'vitest';
import type { SearchFilters } from '#shared/jobs/public-job.ts';
import { alertTimeOf, readFilters, writeFilters } from './saved-search.ts';

describe('an alert', () => {
  it.each([
    ['at once', 'at_once', 'US/Central', '2026-06-10T15:30:00Z', '2026-06-10T15:30:00Z'],
    ['the same morning', 'daily', 'US/Central', '2026-06-10T11:59:59Z', '2026-06-10T12:00:00Z'],
    ['the next morning if it is just 7:00 AM', 'daily', 'US/Central', '2026-06-10T12:00:00Z', '2026-06-11T12:00:00Z'],
    ['by the driver’s day, not that of UTC', 'daily', 'US/Pacific', '2026-06-11T03:00:00Z', '2026-06-11T14:00:00Z'],
    ['in Hawaii', 'daily', 'US/Hawaii', '2026-06-10T17:00:00Z', '2026-06-11T17:00:00Z'],
    ['at 7:00 AM after clocks go forward', 'daily', 'US/Central', '2026-03-07T13:00:00Z', '2026-03-08T12:00:00Z'],
    ['at 7:00 AM after clocks go back', 'daily', 'US/Central', '2026-10-31T12:00:00Z', '2026-11-01T13:00:00Z'],
    ['on Monday', 'weekly', 'US/Central', '2026-06-10T15:00:00Z', '2026-06-15T12:00:00Z'],
    ['on the Monday after if it is just 7:00 AM', 'weekly', 'US/Eastern', '2026-06-15T11:00:00Z', '2026-06-22T11:00:00Z'],
    ['on Monday after a Sunday evening', 'weekly', 'US/Pacific', '2026-06-15T05:00:00Z', '2026-06-15T14:00:00Z'],
    ['on Monday after clocks go forward', 'weekly', 'US/Eastern', '2026-03-03T12:00:00Z', '2026-03-09T11:00:00Z'],
  ] as const)('is due %s', (_, frequency, zone, foundAt, due) => {
    expect(alertTimeOf(frequency, zone, new Date(foundAt))).toEqual(new Date(due));
  });
});

describe('filters', () => {
  const searches: { filters: SearchFilters }[] = [
    { filters: { query: 'dry van & "home daily"' } },
    { filters: { city: 'Omaha', state: 'NE', radius: 50 } },
    { filters: { postalCode: '68102', destination: 'Dallas, TX', radius: 25 } },
    { filters: { city: 'Omaha', state: 'NE', destination: 'Coeur d’Alene, ID' } },
    { filters: { jobType: ['dryVan'], homeTime: ['HD', 'HW'], endorsements: ['H', 'T'], payMin: 1500, secondChance: true } },
    { filters: { requiredExperience: 'CS' } },
  ];
  it.each(searches)('are read as they were written: $filters', ({ filters }) => {
    expect(readFilters(writeFilters(filters))).toEqual(filters);
  });

  it.each(['', 'radius=x', 'utm_source=mail'])('are not read from %j', (query) => {
    expect(readFilters(query)).toBeNull();
  });
});
