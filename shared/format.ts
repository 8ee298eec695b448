import { maxListTotal } from '#shared/lists/paging.ts';
import { type Language, type Text, text } from './texts/texts.ts';
import { localDay, localTimeIn, type TimeZone, zoneAbbreviation } from './time-zone.ts';

/** The formats of dates, money, phone numbers and distances (`docs/product/screens.md#dates-and-numbers`). */
const locale = 'en-US';

/** Dollars as money: `$1,250.00`. With `isWhole`, zero cents are left out: `$1,250`. */
export function money(dollars: number, isWhole = false): string {
  const digits = isWhole && Number.isInteger(dollars) ? 0 : 2;
  if (Math.abs(dollars) > maxExactDollars || Math.round(dollars * 100) / 100 !== dollars)
    return dollarFormat(digits).format(dollars);
  return `${dollars < 0 ? '-' : ''}$${groupThousands(Math.abs(dollars).toFixed(digits))}`;
}

/**
 * Common amounts are formatted by hand, with the same result as `Intl` (format.test.ts). The first `Intl` format on a page
 * blocks a phone for 60 ms.
 */
const groupThousands = (digits: string) => digits.replace(/\d(?=(\d{3})+(\.|$))/g, '$&,');

/** Larger amounts are formatted by `Intl`. Up to this amount of dollars, a number is exact to the cent. */
const maxExactDollars = 1e12;

/** Creating a format takes a hundred times as long as using it, so formats are cached. */
const memoize = <Key, Format>(make: (key: Key) => Format) => {
  const cache = new Map<Key, Format>();
  return (key: Key): Format => {
    const format = cache.get(key) ?? make(key);
    cache.set(key, format);
    return format;
  };
};
const dollarFormat = memoize(
  (digits: number) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', minimumFractionDigits: digits }),
);

type DateInput = string | Date | null | undefined;

/** The date of an instant in a zone as MM/DD/YYYY, or `-` if there is none. */
export function date(value: DateInput, timeZone: TimeZone): string {
  return value ? calendarDate(localDay(timeZone, value)) : '-';
}

/** A calendar day (`YYYY-MM-DD`, which has no zone) as MM/DD/YYYY. */
export function calendarDate(day: string): string {
  const [year, month, dayOfMonth] = day.split('-');
  return `${month}/${dayOfMonth}/${year}`;
}

/** A calendar day as MM/DD/YY, for narrow lists. */
export function shortDate(day: string): string {
  const longDate = calendarDate(day);
  return longDate.slice(0, 6) + longDate.slice(8);
}

/** A month such as `2026-11` as `Nov 2026`, or in Spanish as `nov 2026`. */
export function monthName(month: string, language: Language): string {
  return new Intl.DateTimeFormat(`${language}-US`, { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
}

/** `12:05 AM`. */
export function timeOfDay(value: Date | string, timeZone: TimeZone): string {
  const time = localTimeIn(timeZone, value).slice(11);
  const hours = Number(time.slice(0, 2));
  return `${hours % 12 || 12}:${time.slice(3)} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** `03/09/2026, 12:05 AM`. */
export function dateTime(value: DateInput, timeZone: TimeZone): string {
  return value ? `${date(value, timeZone)}, ${timeOfDay(value, timeZone)}` : '-';
}

/** The date and time with the abbreviation of the zone, for deadlines: `03/09/2026, 12:05 AM CDT`. */
export function deadline(value: DateInput, timeZone: TimeZone): string {
  return value ? `${dateTime(value, timeZone)} ${zoneAbbreviation(timeZone, value)}` : '-';
}

/** Ten digits as (123)456-7890, with `ext. 12` behind them. Any other text stays as it is, and no text is `-`. */
export function phone(digits: string | null | undefined, extension?: string | null): string {
  if (!digits) return '-';
  const number = /^\d{10}$/.test(digits) ? `(${digits.slice(0, 3)})${digits.slice(3, 6)}-${digits.slice(6)}` : digits;
  return extension ? `${number} ${phoneExtension(extension)}` : number;
}

/** The extension as it is behind a phone. */
export const phoneExtension = (extension: string): string => `ext. ${extension}`;

/** `Less than 10 miles` below 10, otherwise two decimals with `miles`, and `Not available` if unknown. */
export function distance(miles: number | null | undefined): Text {
  if (miles === null || miles === undefined) return text('labels.notAvailable');
  return miles < 10 ? text('labels.lessThan10Miles') : text('labels.miles', { miles: miles.toFixed(2) });
}

/** Seconds as a countdown, mm:ss, such as `09:58`. */
export function countdown(seconds: number): string {
  const secondsLeft = Math.max(0, Math.ceil(seconds));
  return [Math.floor(secondsLeft / 60), secondsLeft % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** A whole number with thousands separators: `2,500`. */
export function number(n: number): string {
  return Number.isInteger(n) ? groupThousands(String(n)) : n.toLocaleString(locale);
}

/** The total of a list, which is counted up to {@link maxListTotal}: `2,499`, `10,000+`. */
export function listTotal(total: number): string {
  return total >= maxListTotal ? `${number(maxListTotal)}+` : number(total);
}

/** A fraction as a whole percent. */
export function percent(fraction: number): string {
  return `${Math.round(fraction * 100)}%`;
}

export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

export function cityState(place: { city: string | null; state: string | null }): string {
  return [place.city, place.state].filter(Boolean).join(', ');
}
