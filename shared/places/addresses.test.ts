import { describe, expect, it } from 'vitest';
import { typedAddressProblem } from './addresses.ts';

describe('an address without a suggestion', () => {
  it.each(['Toronto, ON, Canada', 'Paris, France', 'Mexico', 'Toronto, ON'])('%s is not in the US', (text) => {
    expect(typedAddressProblem(text)).toBe('errors.addressNotUs');
  });

  it.each([
    'San Juan, PR',
    'Ponce, Puerto Rico',
    'Guam',
    'Hagåtña, GU 96910',
    'APO, AE 09012',
    'St. Thomas, US Virgin Islands, USA',
  ])('%s is in the US, but not in a state', (text) => {
    expect(typedAddressProblem(text)).toBe('errors.addressOutsideStates');
  });

  it.each(['', 'Dalas', 'Texas', 'Nowhere, TX', 'Nowhere, USA', 'Main St, Georgia'])('%j is too vague', (text) => {
    expect(typedAddressProblem(text)).toBe('errors.addressTooVague');
  });
});
