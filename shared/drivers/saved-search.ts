/** Searches that a driver keeps, with alerts about new jobs (`docs/product/drivers.md#saved-searches`). */
import * as z from 'zod/mini';
import { codes, type Entry } from '#shared/catalogues.ts';
import { idField, lineField } from '#shared/fields.ts';
import { filterQueryNames, routeName, type SearchFilters, searchPublicJobsSchema } from '#shared/jobs/public-job.ts';
import { text } from '#shared/texts/texts.ts';
import { addDays, instantOf, localDay, type TimeZone } from '#shared/time-zone.ts';

/** The maximum number of saved searches of a driver. */
export const maxSavedSearches = 50;
/** How long a new job counts as new in the list of saved searches, in days. */
export const newJobDays = 30;

const entries = <const Code extends string>(...list: Entry<Code>[]) => list;

/** When a driver is told of new jobs. `at_once` is limited by {@link minAlertMinutes}. */
export const alertFrequencies = entries(
  { code: 'at_once', label: text('notifications.rightAway') },
  { code: 'daily', label: text('searches.daily') },
  { code: 'weekly', label: text('searches.weekly') },
  { code: 'off', label: text('common.off') },
);
export type AlertFrequency = (typeof alertFrequencies)[number]['code'];
export const defaultFrequency: AlertFrequency = 'daily';

/** The minimum number of minutes between two alerts to a driver. */
export const minAlertMinutes = 15;
const alertHour = 7;
const monday = 1;

/** When an alert about a job that was found at `foundAt` is due: at 7:00 AM in the driver's time zone, or immediately. */
export function alertTimeOf(frequency: Exclude<AlertFrequency, 'off'>, timeZone: TimeZone, foundAt: Date): Date {
  if (frequency === 'at_once') return foundAt;
  const timeOn = (day: string) => instantOf(`${day}T0${alertHour}:00`, timeZone);
  for (let day = localDay(timeZone, foundAt); ; day = addDays(day, 1))
    if (timeOn(day) > foundAt && (frequency === 'daily' || new Date(day).getUTCDay() === monday)) return timeOn(day);
}

const searchNameField = lineField(1, 120, 'errors.required');
const frequencyField = z.enum(codes(alertFrequencies));

export const searchFiltersSchema = z.omit(searchPublicJobsSchema, {
  sort: true,
  sponsoredPlaces: true,
  offset: true,
  limit: true,
});

/** Without a name, the search is named by its filters. */
export const saveSearchSchema = z.extend(searchFiltersSchema, {
  name: z.optional(searchNameField),
  frequency: z.optional(frequencyField),
});
export type SaveSearch = z.infer<typeof saveSearchSchema>;

/** Fields that are left out stay as they are. `seen` means that the driver has looked at the new jobs. */
export const updateSavedSearchSchema = z.object({
  id: idField,
  name: z.optional(searchNameField),
  frequency: z.optional(frequencyField),
  seen: z.optional(z.literal(true)),
});
export type UpdateSavedSearch = z.infer<typeof updateSavedSearchSchema>;

export const savedSearchInput = z.object({ id: idField });

export const savedSearchSchema = z.object({
  id: z.string(),
  name: z.string(),
  frequency: frequencyField,
  filters: searchFiltersSchema,
  /** The filters as people read them, except what the name usually says. */
  details: z.array(z.string()),
  /** The path of the public search. */
  path: z.string(),
  /** How many open jobs were found since the driver last looked. */
  newJobs: z.int(),
  createdAt: z.date(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

const filterNames = Object.keys(filterQueryNames) as (keyof SearchFilters)[];

const isEmpty = (value: unknown) =>
  value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** The filters that have a value, in a fixed order, so that the same search is stored the same way. */
export const usedFilters = (filters: SearchFilters): SearchFilters =>
  Object.fromEntries(
    filterNames
      .filter((name) => !isEmpty(filters[name]))
      .map((name) => {
        const value = filters[name];
        return [name, Array.isArray(value) ? [...new Set<string>(value)].toSorted() : value];
      }),
  );

/** The filters as query parameters of the public search: `query=reefer&city=Omaha`. */
export const writeFilters = (filters: SearchFilters): string =>
  new URLSearchParams(
    Object.entries(usedFilters(filters)).flatMap(([name, value]) =>
      [value].flat().map((part) => [filterQueryNames[name as keyof SearchFilters], String(part)]),
    ),
  ).toString();

/** Reads what {@link writeFilters} wrote. Null if it is not a search. */
export function readFilters(query: string): SearchFilters | null {
  const params = new URLSearchParams(query);
  const lists: readonly (keyof SearchFilters)[] = ['jobType', 'homeTime', 'endorsements'];
  const numbers: readonly (keyof SearchFilters)[] = ['radius', 'payMin'];
  const values = filterNames
    .filter((name) => params.has(filterQueryNames[name]))
    .map((name) => {
      const value = params.get(filterQueryNames[name]) ?? '';
      if (lists.includes(name)) return [name, params.getAll(filterQueryNames[name])];
      if (name === 'secondChance') return [name, value === 'true'];
      return [name, numbers.includes(name) ? Number(value) : value];
    });
  const { success, data } = searchFiltersSchema.safeParse(Object.fromEntries(values));
  return success && Object.keys(usedFilters(data)).length > 0 ? data : null;
}

/** The place as people write it, which the public search reads again. Null if the search has no place. */
export function placeOf({ city, state, postalCode, destination }: SearchFilters): string | null {
  const start = postalCode ?? (city && state ? `${city}, ${state}` : (city ?? state ?? null));
  return start && destination ? routeName(start, destination) : start;
}

/** The path of the public search with these filters, the newest jobs first. */
export function newestJobsPath(filters: SearchFilters): string {
  const { city: _, state: __, postalCode: ___, destination: ____, ...others } = filters;
  const place = placeOf(filters);
  return `/jobs?${[place && new URLSearchParams({ location: place }), writeFilters(others), 'sort=newest'].filter(Boolean).join('&')}`;
}
