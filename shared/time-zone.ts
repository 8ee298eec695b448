import { type Timezone, timezones } from './catalogues.ts';
import { dayMs } from './days.ts';
import { localeOf, type Text, text } from './texts/texts.ts';

/**
 * Calendar days and wall-clock times in a time zone. Everything is stored in UTC and converted here. Days of 23 and 25 hours
 * have the right length, because the offset is looked up for each instant.
 */
export type TimeZone = string;

/** The zone for the product's own counts, such as the days of an ad, for which no person, company or job sets the zone. */
export const platformZone: Timezone = 'US/Central';

/** The US zone in which a day ends last. */
export const lastZone: TimeZone = 'US/Hawaii';

/** Creating a format takes a hundred times as long as using it, so each zone's formats are cached. */
const cachePerZone = <Format>(make: (timeZone: TimeZone) => Format) => {
  const formatCache = new Map<TimeZone, Format>();
  return (timeZone: TimeZone): Format => {
    const format = formatCache.get(timeZone) ?? make(timeZone);
    formatCache.set(timeZone, format);
    return format;
  };
};

/** The code below reads digits and abbreviations of zones as they are in English. No person reads another part of them. */
const locale = localeOf('en');

const wallFormat = cachePerZone(
  (timeZone) =>
    new Intl.DateTimeFormat(locale, {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);
const nameFormat = cachePerZone((timeZone) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }));

/** The time zone of this browser or server. */
export const ownTimeZone = (): TimeZone => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The clock time of a zone, such as `03/09/2026, 00:05:00`, as milliseconds as if it were UTC. */
function wallTime(instant: number, timeZone: TimeZone): number {
  const [, month, day, year, hour, minute, second] =
    /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/.exec(wallFormat(timeZone).format(instant)) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/** The milliseconds by which the zone's clock is ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: TimeZone): number {
  const wholeSeconds = Math.floor(instant / 1000) * 1000;
  return wallTime(wholeSeconds, timeZone) - wholeSeconds;
}

const toMilliseconds = (instant: Date | string | number) => new Date(instant).getTime();

/** Writes a clock time that is given in milliseconds as if it were UTC: `2026-03-09T00:05:00.000`. */
const toClockText = (wall: number): string => new Date(wall).toISOString().slice(0, -1);

/** The zone's clock time as `2026-03-09T00:05:00.000`. Callers cut it to the part they need. */
function wallText(instant: Date | string | number, timeZone: TimeZone): string {
  const at = toMilliseconds(instant);
  return toClockText(at + offsetAt(at, timeZone));
}

/** The calendar day of an instant in a zone, as `YYYY-MM-DD`. */
export const localDay = (timeZone: TimeZone, instant: Date | string | number): string => wallText(instant, timeZone).slice(0, 10);

/** Day and time in a zone as a `datetime-local` input holds it: `2026-03-09T00:05`. */
export const localTimeIn = (timeZone: TimeZone, instant: Date | string | number): string =>
  wallText(instant, timeZone).slice(0, 16);

/**
 * The instant at which the zone's clock shows a time such as `2026-03-09T00:05`. For a time that occurs twice, the first
 * one. For a time that the clock skips, the time that the clock shows instead.
 */
export function instantOf(localTime: string, timeZone: TimeZone): Date {
  const wall = Date.parse(`${localTime}Z`);
  const [offsetBefore, offsetAfter] = [offsetAt(wall - dayMs, timeZone), offsetAt(wall + dayMs, timeZone)];
  // Both candidates below would be the same.
  if (offsetBefore === offsetAfter) return new Date(wall - offsetBefore);
  const candidates = [wall - offsetBefore, wall - offsetAfter];
  const exact = candidates.filter((at) => at + offsetAt(at, timeZone) === wall);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates));
}

/** The first instant of a calendar day. */
export const startOfDay = (day: string, timeZone: TimeZone): Date => instantOf(`${day}T00:00`, timeZone);

/** The calendar day that is this many days later, or earlier if the number is negative. */
export const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/**
 * The instant that is this many calendar days later, or earlier if the number is negative, at the same time on the zone's
 * clock. If the clock skips that time, it is the time that the clock shows instead. `usual` is an instant with the time of day
 * that a chain of periods has: if the clock skipped it on the day of `instant`, the next period has it again.
 */
export function addCalendarDays(instant: Date, days: number, timeZone: TimeZone, usual: Date = instant): Date {
  if (days === 0) return instant;
  const [day, time] = splitWallText(instant, timeZone);
  const usualTime = usual === instant ? time : splitWallText(usual, timeZone)[1];
  const wasSkipped = time !== usualTime && instantOf(`${day}T${usualTime}`, timeZone).getTime() === instant.getTime();
  return instantOf(`${addDays(day, days)}T${wasSkipped ? usualTime : time}`, timeZone);
}

/**
 * Whether an instant is more than this many calendar days after `now`. Time changes move the limit by hours at most, so it needs
 * the zone's clock only within a day of the limit.
 */
export function isFurtherAhead(instant: Date, days: number, now: Date, timeZone: TimeZone): boolean {
  const limit = instant.getTime() - days * dayMs;
  if (Math.abs(limit - now.getTime()) > dayMs) return limit > now.getTime();
  return addCalendarDays(instant, -days, timeZone) > now;
}

function splitWallText(instant: Date, timeZone: TimeZone): [day: string, time: string] {
  const wall = wallText(instant, timeZone);
  return [wall.slice(0, 10), wall.slice(11)];
}

/** The number of calendar days until a later instant. A day that has begun counts. */
export function calendarDaysUntil(from: Date, until: Date, timeZone: TimeZone): number {
  const days = daysBetween(localDay(timeZone, from), localDay(timeZone, until));
  return addCalendarDays(from, days, timeZone) < until ? days + 1 : days;
}

/** The day after this many working days. Saturdays and Sundays do not count. */
export function addWorkingDays(day: string, workingDays: number): string {
  let result = day;
  for (let left = workingDays; left > 0;) {
    result = addDays(result, 1);
    const isWeekend = new Date(result).getUTCDay() % 6 === 0;
    if (!isWeekend) left -= 1;
  }
  return result;
}

/** The number of calendar days from one day to another. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** The first instant after a calendar day. */
export const endOfDay = (day: string, timeZone: TimeZone): Date => startOfDay(addDays(day, 1), timeZone);

/** The zone's abbreviation at an instant: `CST`, or `CDT` in summer. */
export function zoneAbbreviation(timeZone: TimeZone, instant: Date | string | number): string {
  const parts = nameFormat(timeZone).formatToParts(toMilliseconds(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** `Central time`, for texts that apply in summer and winter. */
export const zoneName = (timeZone: TimeZone): Text => zoneNames[timeZone] ?? text('labels.otherTime', { timeZone });

const zoneNames: Readonly<Record<TimeZone, Text>> = {
  'US/Eastern': text('labels.easternTime'),
  'US/Central': text('labels.centralTime'),
  'US/Mountain': text('labels.mountainTime'),
  'US/Pacific': text('labels.pacificTime'),
  'US/Arizona': text('labels.arizonaTime'),
  'US/Alaska': text('labels.alaskaTime'),
  'US/Aleutian': text('labels.aleutianTime'),
  'US/Hawaii': text('labels.hawaiiTime'),
  UTC: text('labels.utcTime'),
};

/**
 * ISO 8601 with the zone's offset, so that the first ten characters are the day in the zone: `2026-03-08T23:05:00.000-05:00`.
 */
export function localIso(timeZone: TimeZone, instant: Date | string): string {
  const at = toMilliseconds(instant);
  const offset = offsetAt(at, timeZone);
  const minutes = Math.round(offset / 60_000);
  const padToTwo = (number: number) => String(number).padStart(2, '0');
  const absoluteMinutes = Math.abs(minutes);
  return `${toClockText(at + offset)}${minutes < 0 ? '-' : '+'}${padToTwo(Math.floor(absoluteMinutes / 60))}:${padToTwo(absoluteMinutes % 60)}`;
}

const referenceDates = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

/** The profile zone that has the same clock as another zone in winter and summer, or null if there is none. */
export function sameProfileZone(timeZone: TimeZone): Timezone | null {
  try {
    const offsets = (zone: TimeZone) => referenceDates.map((instant) => offsetAt(instant, zone)).join();
    const zoneOffsets = offsets(timeZone);
    return timezones.find(({ code }) => offsets(code) === zoneOffsets)?.code ?? null;
  } catch {
    return null;
  }
}
