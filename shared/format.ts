import { maxListTotal } from '#shared/lists/paging.ts';
import { dayIn, localTimeIn, type TimeZone, zoneAbbreviation } from './time-zone.ts';

/** How dates, money, phones and distances are shown; the only place (`spec: access §9`, `spec: work §9`). */
const locale = 'en-US';

/** Dollars as money: `$1,250.00`, or without cents when `whole` and there are none. */
export function money(dollars: number, whole = false): string {
  const digits = whole && Number.isInteger(dollars) ? 0 : 2;
  if (Math.abs(dollars) > mostWritten || Math.round(dollars * 100) / 100 !== dollars) return dollarFormat(digits).format(dollars);
  return `${dollars < 0 ? '-' : ''}$${thousandsApart(Math.abs(dollars).toFixed(digits))}`;
}

/**
 * What most screens show is written by hand, to the letter as `Intl` would (format.test.ts): its first format of a page takes a
 * phone 60 ms, in which it answers nothing.
 */
const thousandsApart = (digits: string) => digits.replace(/\d(?=(\d{3})+(\.|$))/g, '$&,');

/** Up to here a number of cents is exact. */
const mostWritten = 1e12;

/** Making a format takes a hundred times as long as using it. */
const kept = <Key, Format>(make: (key: Key) => Format) => {
  const made = new Map<Key, Format>();
  return (key: Key): Format => {
    const format = made.get(key) ?? make(key);
    made.set(key, format);
    return format;
  };
};
const dollarFormat = kept(
  (digits: number) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', minimumFractionDigits: digits }),
);

type Moment = string | Date | null | undefined;

/** MM/DD/YYYY of an instant in a zone; `-` when there is none. */
export function date(value: Moment, timeZone: TimeZone): string {
  return value ? calendarDate(dayIn(timeZone, value)) : '-';
}

/** MM/DD/YYYY of a calendar day (`YYYY-MM-DD`), which has no zone. */
export function calendarDate(day: string): string {
  const [year, month, ofMonth] = day.split('-');
  return `${month}/${ofMonth}/${year}`;
}

/** MM/DD/YY of a calendar day, where room is short. */
export function shortDate(day: string): string {
  const long = calendarDate(day);
  return long.slice(0, 6) + long.slice(8);
}

/** `Nov 2026` of `2026-11`. */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-01`));
}

/** `12:05 AM`. */
export function timeOfDay(value: Date | string, timeZone: TimeZone): string {
  const time = localTimeIn(timeZone, value).slice(11);
  const hours = Number(time.slice(0, 2));
  return `${hours % 12 || 12}:${time.slice(3)} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** `03/09/2026, 12:05 AM`. */
export function dateTime(value: Moment, timeZone: TimeZone): string {
  return value ? `${date(value, timeZone)}, ${timeOfDay(value, timeZone)}` : '-';
}

/** The same with the zone, where something must happen before that time: `03/09/2026, 12:05 AM CDT`. */
export function deadline(value: Moment, timeZone: TimeZone): string {
  return value ? `${dateTime(value, timeZone)} ${zoneAbbreviation(timeZone, value)}` : '-';
}

/** Ten digits as (123)456-7890; anything else as it is; `-` when empty. */
export function phone(digits: string | null | undefined): string {
  if (!digits) return '-';
  return /^\d{10}$/.test(digits) ? `(${digits.slice(0, 3)})${digits.slice(3, 6)}-${digits.slice(6)}` : digits;
}

/** `Less than 10 miles` under 10, else two decimals with `miles`, `Not available` when missing (`spec: work §9`). */
export function distance(miles: number | null | undefined): string {
  if (miles === null || miles === undefined) return 'Not available';
  return miles < 10 ? 'Less than 10 miles' : `${miles.toFixed(2)} miles`;
}

/** Seconds as a countdown, mm:ss: `09:58`. */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return [Math.floor(left / 60), left % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** A whole number with its thousands apart: `2,500`. */
export function number(n: number): string {
  return Number.isInteger(n) ? thousandsApart(String(n)) : n.toLocaleString(locale);
}

/** The total of a list, which counts up to {@link maxListTotal}: `2,499`, `10,000+`. */
export function listTotal(total: number): string {
  return total >= maxListTotal ? `${number(maxListTotal)}+` : number(total);
}

/** A fraction as a whole percent. */
export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)}%`;
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

export function cityState(place: { city: string | null; state: string | null }): string {
  return [place.city, place.state].filter(Boolean).join(', ');
}
