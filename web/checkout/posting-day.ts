import { jobDay, postingTimeOf } from '#shared/places/place-zone.ts';

type Place = Parameters<typeof postingTimeOf>[0];

/** The day on which a job at the place appears, MM/DD/YYYY; null where it appears as soon as it is paid. */
export function postingDayOf(place: Place | undefined, chosen: Date | string | null, now: number): string | null {
  const time = place && chosen ? postingTimeOf(place, chosen) : null;
  return place && time && time.getTime() > now ? jobDay(place, time) : null;
}
