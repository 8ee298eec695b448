import * as z from 'zod/mini';
import { adFields, type AdValues } from '#shared/ads.ts';
import { bothVersions, changedFields, factOf, inputsOf, requestOf } from '#shared/resource.ts';
import { instantOf, localTimeIn, type TimeZone } from '#shared/time-zone.ts';
import type { Inputs } from '#web/trpc.ts';
import type { Ad } from './queries.ts';
import { t, writeText } from '#web/texts/app.ts';

/** Runs this check together with those of the fields, so that all errors appear together. */
const alwaysShown = { when: () => true };

export const adFormSchema = (timeZone: TimeZone) =>
  z.object(factOf(adFields, 'rule')).check(
    z.refine(({ imageUrl, videoUrl }) => Boolean(imageUrl || videoUrl), {
      ...alwaysShown,
      path: ['imageUrl'],
      error: t('ads.uploadImageVideo'),
    }),
    z.refine(({ startsAt, endsAt }) => !endsAt || endsAt > (startsAt || localTimeIn(timeZone, Date.now())), {
      ...alwaysShown,
      path: ['endsAt'],
      error: t('ads.chooseEndAfterStart'),
    }),
  );

export const newAd: AdValues = factOf(adFields, 'empty');

/** An instant as a `datetime-local` input holds it. */
const localOf = (instant: string | null, timeZone: TimeZone) => (instant ? localTimeIn(timeZone, instant) : '');
const isoOf = (local: string, timeZone: TimeZone) => (local ? instantOf(local, timeZone).toISOString() : null);

export function valuesOf(ad: Ad, timeZone: TimeZone): AdValues {
  const { startsAt, endsAt } = ad;
  return { ...inputsOf(adFields, ad), startsAt: localOf(startsAt, timeZone), endsAt: localOf(endsAt, timeZone) };
}

export function toNewAd(values: AdValues, timeZone: TimeZone): Inputs['ads']['create'] {
  const { startsAt, endsAt } = values;
  const sent = { ...requestOf(adFields, values), startsAt: isoOf(startsAt, timeZone), endsAt: isoOf(endsAt, timeZone) };
  return sent as Inputs['ads']['create'];
}

/** Only the changed fields, so that other people's edits of other fields are kept. */
export function toChanges(from: AdValues, to: AdValues, timeZone: TimeZone): Omit<Inputs['ads']['update'], 'id'> {
  const sent = toNewAd(to, timeZone);
  return Object.fromEntries(changedFields(from, to).map((field) => [field, sent[field]]));
}

/** The fields that differ between two versions, with labels and values. */
export const differences = (remote: AdValues, local: AdValues) =>
  bothVersions(adFields, changedFields(remote, local), { remote, local }, writeText);
