import type { Timezone } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { platformZone, startOfDay, type TimeZone } from '#shared/time-zone.ts';

type Place = { state: string | null; postalCode: string | null };

/**
 * The time zone of a US address. Each state has the zone of most of its people, and some ZIP codes have another. Near a border
 * between zones, the result can be the neighboring zone.
 */
export function zoneOfPlace({ state, postalCode }: Place): TimeZone {
  if (!state) return platformZone;
  const prefix = postalCode?.slice(0, 3) ?? '';
  const exception = zoneExceptions[state]?.find(({ prefixes }) => prefixes.includes(prefix));
  return exception?.zone ?? zoneByState.get(state) ?? platformZone;
}

const statesByZone: Readonly<Record<TimeZone, string>> = {
  'US/Eastern': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'US/Central': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'US/Mountain': 'CO ID MT NM UT WY',
  'US/Arizona': 'AZ',
  'US/Pacific': 'CA NV OR WA',
  'US/Alaska': 'AK',
  'US/Hawaii': 'HI',
};

/** The US zone in which a day ends last. */
export const lastZone: TimeZone = 'US/Hawaii';

const zoneByState = new Map(
  Object.entries(statesByZone).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);

type ZoneException = { prefixes: readonly string[]; zone: Timezone };

/** ZIP codes with another zone than their state, by their first three digits. */
const zoneExceptions: Readonly<Record<string, readonly ZoneException[]>> = {
  FL: [{ prefixes: ['324', '325'], zone: 'US/Central' }],
  ID: [{ prefixes: ['835', '838'], zone: 'US/Pacific' }],
  IN: [{ prefixes: ['463', '464', '476', '477'], zone: 'US/Central' }],
  KY: [{ prefixes: ['420', '421', '422', '423', '424'], zone: 'US/Central' }],
  ND: [{ prefixes: ['586'], zone: 'US/Mountain' }],
  NE: [{ prefixes: ['693'], zone: 'US/Mountain' }],
  OR: [{ prefixes: ['979'], zone: 'US/Mountain' }],
  SD: [{ prefixes: ['577'], zone: 'US/Mountain' }],
  TN: [{ prefixes: ['373', '374', '376', '377', '378', '379'], zone: 'US/Eastern' }],
  TX: [{ prefixes: ['798', '799', '885'], zone: 'US/Mountain' }],
};

/** A profile can have only four zones, so every other zone maps to the nearest of them. */
const nearestProfileZone: Readonly<Record<TimeZone, Timezone>> = {
  'US/Eastern': 'US/Eastern',
  'US/Central': 'US/Central',
  'US/Mountain': 'US/Mountain',
  'US/Arizona': 'US/Mountain',
  'US/Pacific': 'US/Pacific',
  'US/Alaska': 'US/Pacific',
  'US/Hawaii': 'US/Pacific',
};

/** The zone for an account when only its address is known. */
export const profileZoneOf = (place: Place): Timezone => nearestProfileZone[zoneOfPlace(place)] ?? platformZone;

/** The day of a job's event, such as its expiration, in the time zone of the job's address. Every page and message uses it. */
export const jobDay = (job: Place, at: Date | string | null): string => format.date(at, zoneOfPlace(job));

/** The deadline for something about a job, with the name of its time zone. */
export const jobDeadline = (job: Place, at: Date | string | null): string => format.deadline(at, zoneOfPlace(job));

/** The instant of a posting date. A calendar date means the start of that day at the job's address. */
export const postingTimeOf = (job: Place, postingDate: Date | string): Date =>
  typeof postingDate === 'string' ? startOfDay(postingDate, zoneOfPlace(job)) : postingDate;
