import type { JobDetail } from './queries.ts';

type Place = Pick<JobDetail, 'street1' | 'city' | 'state' | 'postalCode'>;

/** A job's address in one line, as the address field shows it. */
export const placeOf = ({ street1, city, state, postalCode }: Place): string =>
  [street1, city, [state, postalCode].filter(Boolean).join(' '), 'USA'].filter(Boolean).join(', ');
