import { describe, expect, it } from 'vitest';
import { typedAddressProblem } from './addresses.ts';

describe('an address without a suggestion', () => {
  it.each(['Toronto, ON, Canada', 'Paris, France', 'Mexico', 'Toronto, ON'])('%s is not in the US', (text) => {
    expect(typedAddressProblem(text)).toBe('errors.addressNotUs');
  });

  it.each(['', 'Dalas', 'Texas', 'Nowhere, TX', 'Nowhere, USA', 'Main St, Georgia'])('%j is too vague', (text) => {
    expect(typedAddressProblem(text)).toBe('errors.addressTooVague');
  });
});
