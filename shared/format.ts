import { maxListTotal } from '#shared/lists/paging.ts';
import { formatters, type Language, localeOf, type Text, text } from './texts/texts.ts';
import { localDay, localTimeIn, type TimeZone, zoneAbbreviation } from './time-zone.ts';
import { mb } from './uploads.ts';

/**
 * The formats of dates, money, numbers, phone numbers and distances (`docs/product/screens.md#dates-and-numbers`). Numbers and
 * names of months follow the reader's language. Dates in digits are the same in both languages.
 */
export function formatsIn(language: Language) {
  const locale = localeOf(language);
  const format = (n: number, options: Intl.NumberFormatOptions) => formatters.getNumberFormat(locale, options).format(n);
  /** A whole number with thousands separators, `2,500`, or one with up to three decimals. */
  const number = (n: number) => format(n, {});
  return {
    number,
    /** Dollars as money: `$1,250.00`. With `isWhole`, zero cents are left out: `$1,250`. Zero never has a sign. */
    money: (dollars: number, isWhole = false) =>
      format(dollars, {
        style: 'currency',
        currency: 'USD',
        signDisplay: 'negative',
        trailingZeroDisplay: isWhole ? 'stripIfInteger' : 'auto',
      }),
    /** A number with a fixed count of decimals: `4.2`. */
    decimal: (n: number, digits: number) => format(n, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    /** The size of a file: `85 kB`, `2.4 MB`. */
    fileSize: (bytes: number) =>
      bytes < mb
        ? format(Math.ceil(bytes / 1024), { style: 'unit', unit: 'kilobyte' })
        : format(bytes / mb, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }),
    /** A fraction as a percent, without decimals if no count is given. */
    percent: (fraction: number, digits = 0) =>
      format(fraction, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }),
    /** The total of a list, which is counted up to {@link maxListTotal}: `2,499`, `10,000+`. */
    listTotal: (total: number) => (total >= maxListTotal ? `${number(maxListTotal)}+` : number(total)),
    /** A month such as `2026-11` as `Nov 2026`, or in Spanish as `nov 2026`. */
    monthName: (month: string) =>
      formatters.getDateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-01`)),
    /** The name of a language within a sentence: `Spanish`, or in Spanish `español`. */
    languageName: (code: Language) => new Intl.DisplayNames([locale], { type: 'language', fallback: 'code' }).of(code) ?? code,
    /** Names as a list within a sentence, in lower case: `pay, home time, and benefits`. */
    list: (names: readonly string[]) =>
      new Intl.ListFormat(locale, { type: 'conjunction' }).format(names.map((name) => name.toLocaleLowerCase(locale))),
  };
}

/** The names of countries by their codes, for reading what people typed. */
export const regionNamesIn = (language: Language) =>
  new Intl.DisplayNames([localeOf(language)], { type: 'region', fallback: 'none' });

type DateInput = string | Date | null | undefined;

/**
 * The date of an instant in a zone as MM/DD/YYYY, or `-` if there is none. Dates in digits are month first in every language,
 * as on all forms in the United States: a recruiter and a driver who read different languages must read the same day.
 */
export function date(value: DateInput, timeZone: TimeZone): string {
  return value ? calendarDate(localDay(timeZone, value)) : '-';
}

/** A calendar day (`YYYY-MM-DD`, which has no zone) as MM/DD/YYYY. */
export function calendarDate(day: string): string {
  const [year, month, dayOfMonth] = day.split('-');
  return `${month}/${dayOfMonth}/${year}`;
}

/** The day of the week of a calendar day as a parameter of texts: `0` is Sunday. */
export const weekdayOf = (day: string): string => String(new Date(day).getUTCDay());

/** A calendar day with the day of the week, for what people plan: `Tue 12/01/2026`. */
export const weekdayAndDate = (day: string): Text =>
  text('labels.onWeekday', { weekday: weekdayOf(day), time: calendarDate(day) });

/** A calendar day as MM/DD/YY, for narrow lists. */
export function shortDate(day: string): string {
  const longDate = calendarDate(day);
  return longDate.slice(0, 6) + longDate.slice(8);
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
  return miles < 10 ? text('labels.underTenMiles') : text('labels.miles', { miles });
}

/** `distance` for a column of a list: whole miles with `mi`, such as `577 mi`. */
export function shortDistance(miles: number | null): Text {
  if (miles === null) return text('labels.notAvailable');
  return miles < 10 ? text('labels.underTenMilesShort') : text('labels.milesShort', { miles });
}

/** Seconds as a countdown, mm:ss, such as `09:58`. */
export function countdown(seconds: number): string {
  const secondsLeft = Math.max(0, Math.ceil(seconds));
  return [Math.floor(secondsLeft / 60), secondsLeft % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

export function cityState(place: { city: string | null; state: string | null }): string {
  return [place.city, place.state].filter(Boolean).join(', ');
}
