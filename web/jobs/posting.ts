import type { Address } from '#shared/places/addresses.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { requestOf } from '#shared/resource.ts';
import { createJobSchema } from '#shared/jobs/job.ts';
import { jobTotalCents, toDollars } from '#shared/billing/pricing.ts';
import type { Inputs } from '#web/trpc.ts';
import { addonRequests, chosenTypes } from './addons.ts';
import { toDescription } from './description.ts';
import type { JobDraft } from './draft.ts';

type Posting = Inputs['checkout']['placeOrder'];

/** The finished draft as the request that orders it: one job per address. */
export function toPosting({ content, addresses, addons }: JobDraft): Posting {
  const { postingDay, jobDescription, ...fields } = content;
  const posting = {
    ...requestOf(jobFields, fields),
    ...toDescription(jobDescription),
    postingDate: postingDay,
    addons: addonRequests(addons),
    addresses: addresses.map(toJobAddress),
  };
  createJobSchema.parse(posting);
  return posting as Posting;
}

export function toJobAddress({ street1, city, state, postalCode, country, latitude, longitude }: Address) {
  return { street1, city, state, postalCode, country, coordinates: { latitude, longitude } };
}

/** What the draft costs per posting period, in dollars. */
export function totalOf({ addresses, addons }: JobDraft): number {
  return toDollars(addresses.length * jobTotalCents(chosenTypes(addons)));
}

/** Two entries are the same place when street, city, state and ZIP code are. */
export function isSamePlace(one: Address, other: Address): boolean {
  const words = ({ street1, city, state, postalCode }: Address) =>
    [street1 ?? '', city, state, postalCode ?? ''].join('|').toLowerCase();
  return words(one) === words(other);
}
