import type { Address } from '#shared/places/addresses.ts';
import { cdlStatuses, codes, endorsements, homeTimes, jobTypes } from '#shared/catalogues.ts';
import type { DriverForm } from '#shared/drivers/driver.ts';
import * as format from '#shared/format.ts';
import type { Inputs } from '#web/trpc.ts';
import type { Profile } from './queries.ts';

/** Where the driver lives, as chosen; null: not said. */
export type Home = Pick<Address, 'description' | 'street1' | 'city' | 'state' | 'postalCode'>;

export function homeOf({ street1, city, state, postalCode }: Profile): Home | null {
  if (!city || !state) return null;
  const place = [city, [state, postalCode].filter(Boolean).join(' ')].join(', ');
  return { description: street1 ? `${street1}, ${place}` : place, street1, city, state, postalCode };
}

/** What the inputs open with. */
export function formOf(profile: Profile): DriverForm {
  return {
    firstName: profile.firstName,
    lastName: profile.lastName,
    phone: profile.phone ? format.phone(profile.phone) : '',
    home: homeOf(profile)?.description ?? '',
    street2: profile.street2 ?? '',
    birthdate: profile.birthdate ?? '',
    cdlStatus: profile.cdlStatus ?? '',
    yearsOfExperience: profile.yearsOfExperience ?? '',
    workExperiences: profile.workExperiences,
    endorsements: profile.endorsements,
    ownerOperator: profile.ownerOperator === null ? '' : profile.ownerOperator ? 'yes' : 'no',
    homeTime: profile.homeTime ?? '',
    expectedPay: profile.expectedPay ?? '',
    matchEnabled: profile.matchEnabled,
    message: '',
  };
}

/** Those of the given codes that are in the list. */
export function pick<Code extends string>(known: readonly Code[], given: readonly string[]): Code[] {
  return known.filter((code) => given.includes(code));
}

/** What the server is told: the profile's answers, empty inputs as null. Matching changes only where its switch is shown. */
export function updateOf(values: DriverForm, home: Home | null): Inputs['drivers']['updateProfile'] {
  const { firstName, lastName, phone, street2, birthdate, yearsOfExperience, expectedPay } = values;
  const address = home ?? { street1: null, city: null, state: null, postalCode: null };
  return {
    firstName,
    lastName,
    phone,
    street1: address.street1,
    street2: street2.trim() || null,
    city: address.city,
    state: address.state,
    postalCode: address.postalCode,
    birthdate: birthdate || null,
    cdlStatus: pick(codes(cdlStatuses), [values.cdlStatus])[0] ?? null,
    yearsOfExperience: yearsOfExperience === '' ? null : yearsOfExperience,
    workExperiences: pick(codes(jobTypes), values.workExperiences),
    endorsements: pick(codes(endorsements), values.endorsements),
    ownerOperator: values.ownerOperator === '' ? null : values.ownerOperator === 'yes',
    homeTime: pick(codes(homeTimes), [values.homeTime])[0] ?? null,
    expectedPay: expectedPay === '' ? null : expectedPay,
  };
}
