import * as z from 'zod/mini';
import { adFields, type AdValues } from '#shared/ads.ts';
import { bothVersions, changedFields, propertyOf, inputsOf, requestOf } from '#shared/resource.ts';
import { instantOf, localTimeIn, type TimeZone } from '#shared/time-zone.ts';
import type { Inputs } from '#web/api/trpc.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { Ad } from './queries.ts';

/** Runs the check even if a field is invalid, so that all errors appear together. */
const alwaysRun = { when: () => true };

export const createAdFormSchema = (timeZone: TimeZone) =>
  z.object(propertyOf(adFields, 'formSchema')).check(
    z.refine(({ imageUrl, videoUrl }) => Boolean(imageUrl || videoUrl), {
      ...alwaysRun,
      path: ['imageUrl'],
      error: t('errors.imageOrVideoRequired'),
    }),
    z.refine(({ startsAt, endsAt }) => !endsAt || endsAt > (startsAt || localTimeIn(timeZone, Date.now())), {
      ...alwaysRun,
      path: ['endsAt'],
      error: t('errors.endBeforeStart'),
    }),
  );

export const newAdValues: AdValues = propertyOf(adFields, 'empty');

/** Formats an instant as the value of a `datetime-local` input. */
const toLocalInput = (instant: string | null, timeZone: TimeZone) => (instant ? localTimeIn(timeZone, instant) : '');
const toIsoString = (local: string, timeZone: TimeZone) => (local ? instantOf(local, timeZone).toISOString() : null);

export function toFormValues(ad: Ad, timeZone: TimeZone): AdValues {
  const { startsAt, endsAt } = ad;
  return { ...inputsOf(adFields, ad), startsAt: toLocalInput(startsAt, timeZone), endsAt: toLocalInput(endsAt, timeZone) };
}

export function toAdRequest(values: AdValues, timeZone: TimeZone): Inputs['ads']['create'] {
  const { startsAt, endsAt } = values;
  const request = {
    ...requestOf(adFields, values),
    startsAt: toIsoString(startsAt, timeZone),
    endsAt: toIsoString(endsAt, timeZone),
  };
  return request as Inputs['ads']['create'];
}

/** Returns only the changed fields, so that other people's edits of other fields are kept. */
export function toChanges(baseValues: AdValues, newValues: AdValues, timeZone: TimeZone): Omit<Inputs['ads']['update'], 'id'> {
  const request = toAdRequest(newValues, timeZone);
  return Object.fromEntries(changedFields(baseValues, newValues).map((field) => [field, request[field]]));
}

/** The fields that differ between two versions, with labels and values. */
export const getDifferences = (remote: AdValues, local: AdValues) =>
  bothVersions(adFields, changedFields(remote, local), { remote, local }, writeText);
