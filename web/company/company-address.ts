import type { Address } from '#shared/places/addresses.ts';
import type { Company } from './queries.ts';

type Placed = Pick<Company, 'street1' | 'city' | 'state' | 'postalCode' | 'coordinates'>;

/** Where a company is, as the address field shows it; null while it is nowhere that a map knows. */
export function addressOf({ street1, city, state, postalCode, coordinates }: Placed): Address | null {
  if (!city || !state || !coordinates) return null;
  const parts = [street1, city, [state, postalCode].filter(Boolean).join(' '), 'USA'];
  return { description: parts.filter(Boolean).join(', '), street1, city, state, postalCode, country: 'US', ...coordinates };
}
