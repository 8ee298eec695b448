import * as z from 'zod/mini';
import { adFormFields, adPlacements, type AdPlacement } from '#shared/ads.ts';
import { labelOf } from '#shared/catalogues.ts';
import { calendarDate } from '#shared/format.ts';
import { instantOf, localTimeIn, type TimeZone } from '#shared/time-zone.ts';
import type { Inputs } from '#web/trpc.ts';
import type { Ad } from './queries.ts';

/** As the fields hold it; instants as `datetime-local` writes them, in the reader's zone. */
export type AdValues = {
  title: string;
  advertiser: string;
  linkUrl: string;
  imageUrl: string;
  videoUrl: string;
  placement: AdPlacement;
  startsAt: string;
  endsAt: string;
  isActive: boolean;
};

/** All at once: what is missing of the whole is told together with what is wrong of the fields. */
const always = { when: () => true };
const localTime = z.string().check(z.refine((text) => text === '' || !Number.isNaN(Date.parse(text)), 'Enter a date and time'));

export const adFormSchema = (timeZone: TimeZone) =>
  z
    .object({
      ...adFormFields,
      imageUrl: z.string(),
      videoUrl: z.string(),
      startsAt: localTime,
      endsAt: localTime,
      isActive: z.boolean(),
    })
    .check(
      z.refine(({ imageUrl, videoUrl }) => Boolean(imageUrl || videoUrl), {
        ...always,
        path: ['imageUrl'],
        error: 'Upload an image or a video',
      }),
      z.refine(({ startsAt, endsAt }) => !endsAt || endsAt > (startsAt || localTimeIn(timeZone, Date.now())), {
        ...always,
        path: ['endsAt'],
        error: 'Choose an end after the start',
      }),
    );

export const newAd: AdValues = {
  title: '',
  advertiser: '',
  linkUrl: '',
  imageUrl: '',
  videoUrl: '',
  placement: 'both',
  startsAt: '',
  endsAt: '',
  isActive: true,
};

/** An instant as a `datetime-local` field holds it. */
const localOf = (instant: string | null, timeZone: TimeZone) => (instant ? localTimeIn(timeZone, instant) : '');
const isoOf = (local: string, timeZone: TimeZone) => (local ? instantOf(local, timeZone).toISOString() : null);

export function valuesOf(ad: Ad, timeZone: TimeZone): AdValues {
  const { title, advertiser, linkUrl, imageUrl, videoUrl, placement, startsAt, endsAt, isActive } = ad;
  return {
    title,
    advertiser,
    linkUrl,
    imageUrl: imageUrl ?? '',
    videoUrl: videoUrl ?? '',
    placement,
    startsAt: localOf(startsAt, timeZone),
    endsAt: localOf(endsAt, timeZone),
    isActive,
  };
}

export function toNewAd(
  { imageUrl, videoUrl, startsAt, endsAt, ...values }: AdValues,
  timeZone: TimeZone,
): Inputs['ads']['create'] {
  return {
    ...values,
    imageUrl: imageUrl || null,
    videoUrl: videoUrl || null,
    startsAt: isoOf(startsAt, timeZone),
    endsAt: isoOf(endsAt, timeZone),
  };
}

const fields = Object.keys(newAd) as (keyof AdValues)[];

/** Only what was changed, so that nobody's edit of another field is touched. */
export function toChanges(from: AdValues, to: AdValues, timeZone: TimeZone): Omit<Inputs['ads']['update'], 'id'> {
  const sent = toNewAd(to, timeZone);
  return Object.fromEntries(fields.filter((field) => from[field] !== to[field]).map((field) => [field, sent[field]]));
}

const labels: Record<keyof AdValues, string> = {
  title: 'Title',
  advertiser: 'Advertiser',
  linkUrl: 'Link',
  imageUrl: 'Picture',
  videoUrl: 'Video',
  placement: 'Shown on',
  startsAt: 'Starts',
  endsAt: 'Ends',
  isActive: 'Active',
};

function shown(field: keyof AdValues, values: AdValues): string {
  const value = values[field];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'placement') return labelOf(adPlacements, value);
  if (field === 'startsAt' || field === 'endsAt') return value && `${calendarDate(value.slice(0, 10))}, ${value.slice(11)}`;
  return field === 'imageUrl' || field === 'videoUrl' ? (value ? 'Another one' : 'None') : value;
}

/** Where two versions differ, in the screen's words. */
export function differences(theirs: AdValues, mine: AdValues): { label: string; theirs: string; mine: string }[] {
  return fields
    .filter((field) => theirs[field] !== mine[field])
    .map((field) => ({ label: labels[field], theirs: shown(field, theirs), mine: shown(field, mine) }));
}
