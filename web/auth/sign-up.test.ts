import { describe, expect, test } from 'vitest';
import { getPrefill } from './sign-up.ts';

describe('what a landing page sends to the sign-up', () => {
  test('is nothing for a visitor who comes by himself', () => {
    expect(getPrefill({})).toBeNull();
    expect(getPrefill({ role: 'driver', phone: null })).toBeNull();
  });

  test('fills the fields that it names', () => {
    expect(getPrefill({ firstName: 'Dana', lastName: 'Whitfield', email: 'dana@prairie.example', phone: '4025550142' })).toEqual({
      firstName: 'Dana',
      lastName: 'Whitfield',
      email: 'dana@prairie.example',
      phone: '(402)555-0142',
    });
  });

  test('gives the names reversed in param1 and param2', () => {
    expect(getPrefill({ param1: 'éniaR', param2: 'dleiftihW' })).toMatchObject({ firstName: 'Rainé', lastName: 'Whitfield' });
  });

  test.each([
    ['14025550142', '(402)555-0142'],
    [14025550142, '(402)555-0142'],
    ['+1 402 555 0142', '(402)555-0142'],
    [4025550142, '(402)555-0142'],
    ['1402555014299', '1402555014299'],
    ['+52 664 123 4567', '+52 664 123 4567'],
    ['402-555-0142 x9', '402-555-0142 x9'],
    ['1234567890', '(123)456-7890'],
    ['402', '402'],
  ])('shows the phone %s as %s', (phone, formattedPhone) => {
    expect(getPrefill({ phone })?.phone).toBe(formattedPhone);
  });
});
