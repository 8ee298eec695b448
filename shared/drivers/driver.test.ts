import { describe, expect, it } from 'vitest';
import { calculateCompleteness, expandEndorsements, isOver21, missingParts, stateField } from './driver.ts';

describe('a driver', () => {
  it('turns 21 on the birthday, not the day before', () => {
    const today = new Date('2026-06-15T12:00:00Z');
    expect(isOver21('2005-06-15', today)).toBe(true);
    expect(isOver21('2005-06-16', today)).toBe(false);
    expect(isOver21(null, today)).toBeNull();
  });

  it('with the combination endorsement holds both of its parts, and the other way round', () => {
    expect(expandEndorsements(['X']).sort()).toEqual(['H', 'N', 'X']);
    expect(expandEndorsements(['H', 'N', 'T']).sort()).toEqual(['H', 'N', 'T', 'X']);
    expect(expandEndorsements(['H'])).toEqual(['H']);
  });

  it.each(['Utah', 'ut', ' UT '])('lives in the state of code UT if the entry is %j', (entry) => {
    expect(stateField.parse(entry)).toBe('UT');
  });

  it('sees how complete the profile is and what is missing', () => {
    expect(calculateCompleteness({})).toBe(0);
    const full = {
      phone: '5555550100',
      city: 'Dallas',
      state: 'TX',
      cdlStatus: 'Class A' as const,
      yearsOfExperience: 0,
      workExperiences: ['dryVan'],
      ownerOperator: false,
      homeTime: 'HW' as const,
      expectedPay: 1500,
    };
    expect(calculateCompleteness(full)).toBe(1);
    expect(missingParts({ ...full, phone: null }).map(({ field }) => field)).toEqual(['phone']);
    expect(calculateCompleteness({ ...full, phone: null })).toBe(0.88);
  });
});
