import { describe, expect, it } from 'vitest';
import { writeText } from '#shared/texts/write-text.ts';
import { cardValidity, cardExpiresAt, cardName, nextCardNotice } from './cards.ts';

const at = (text: string) => new Date(`${text}T12:00:00Z`);

describe('a card', () => {
  it('is named by its kind and its last four', () => {
    expect(writeText(cardName({ cardType: 'visa', maskedNumber: '411111******1111' }), 'en')).toBe('Visa ending in 1111');
  });

  it('is good through the last day of its month', () => {
    expect(cardExpiresAt('12/26')?.toISOString()).toBe('2027-01-01T00:00:00.000Z');
    expect(cardExpiresAt('13/26')).toBeNull();
  });

  it.each([
    ['2026-11-30', 'valid'],
    ['2026-12-03', 'expiring'],
    ['2026-12-31', 'expiring'],
    ['2027-01-01', 'expired'],
  ])('of 12/26 is on %s %s', (day, age) => expect(cardValidity('12/26', at(day).getTime())).toBe(age));

  it.each([
    ['2026-06-01', '2026-12-02'],
    ['2026-12-02', '2026-12-25'],
    ['2026-12-25', '2027-01-01'],
  ])('of 12/26 is told of next after %s on %s', (after, next) => {
    expect(nextCardNotice('12/26', at(after))?.toISOString().slice(0, 10)).toBe(next);
  });

  it('is no longer reported once it has expired', () => {
    expect(nextCardNotice('12/26', at('2027-01-01'))).toBeNull();
    expect(nextCardNotice('soon', at('2026-01-01'))).toBeNull();
  });
});
