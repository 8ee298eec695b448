import type { Timezone } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { platformZone, startOfDay, type TimeZone } from '#shared/time-zone.ts';
import { type ListedPostalCode, parsePostalCodes, readPostalCodeFile } from './postal-code-file.ts';
import { zoneAreas, zoneByState } from './zone-areas.ts';

/** The columns of an address that determine its time zone. */
export type ZonedPlace = {
  state: string | null;
  postalCode: string | null;
  latitude: number | null;
  longitude: number | null;
};

type ZoneColumn = keyof ZonedPlace;

/** Selects the columns of an address that determine its time zone. */
export const zoneColumns = <Table extends Record<ZoneColumn, unknown>>(table: Table): Pick<Table, ZoneColumn> => ({
  state: table.state,
  postalCode: table.postalCode,
  latitude: table.latitude,
  longitude: table.longitude,
});

/**
 * The time zone of a US address. Zones end at county lines, so it is the zone of the county of the ZIP code. If the ZIP code
 * is missing or not in the list, the ZIP code of the same state that is nearest to the position counts. Without a position it
 * is the zone of most people in the state (`docs/decisions/0037-time-zones.md`).
 */
export function zoneOfPlace({ state, postalCode, latitude, longitude }: ZonedPlace): TimeZone {
  if (!state) return platformZone;
  const mainZone = zoneByState.get(state) ?? platformZone;
  if (!statesWithTwoZones.has(state)) return mainZone;
  const { zones, byState } = getZipZones();
  const zip = postalCode?.slice(0, 5) ?? '';
  const zipZone = zones.get(zip);
  if (zipZone?.state === state) return zipZone.zone;
  if (latitude === null || longitude === null) return mainZone;
  return findNearest(byState.get(state) ?? [], { latitude, longitude })?.zone ?? mainZone;
}

const statesWithTwoZones: ReadonlySet<string> = new Set(zoneAreas.map(({ state }) => state));

type ZipZone = Pick<ListedPostalCode, 'zip' | 'state' | 'latitude' | 'longitude'> & { zone: TimeZone };

/** The zones of the ZIP codes in states with two zones. The list is read at the first use and never changes. */
let zipZones: { zones: ReadonlyMap<string, ZipZone>; byState: ReadonlyMap<string, readonly ZipZone[]> } | null = null;

function getZipZones() {
  if (zipZones) return zipZones;
  const rows = parsePostalCodes(readPostalCodeFile())
    .filter(({ state }) => statesWithTwoZones.has(state))
    .map(({ zip, state, county, latitude, longitude }) => {
      const area = zoneAreas.find(
        ({ counties, zips, ...one }) => one.state === state && (counties?.includes(county) || zips?.includes(zip)),
      );
      return { zip, state, latitude, longitude, zone: area?.zone ?? zoneByState.get(state) ?? platformZone };
    });
  zipZones = { zones: new Map(rows.map((row) => [row.zip, row])), byState: Map.groupBy(rows, ({ state }) => state) };
  return zipZones;
}

type Position = { latitude: number; longitude: number };

/** Lists call it for every row, so it compares distances on a plane, which is exact enough within a state. */
function findNearest(rows: readonly ZipZone[], { latitude, longitude }: Position): ZipZone | null {
  const width = Math.cos((latitude * Math.PI) / 180);
  let nearest: ZipZone | null = null;
  let smallest = Infinity;
  for (const row of rows) {
    const distance = (row.latitude - latitude) ** 2 + ((row.longitude - longitude) * width) ** 2;
    if (distance < smallest) [nearest, smallest] = [row, distance];
  }
  return nearest;
}

/** A profile can have only four zones, so every other zone maps to the nearest of them. */
const nearestProfileZone: Readonly<Record<TimeZone, Timezone>> = {
  'US/Eastern': 'US/Eastern',
  'US/Central': 'US/Central',
  'US/Mountain': 'US/Mountain',
  'US/Arizona': 'US/Mountain',
  'US/Pacific': 'US/Pacific',
  'US/Alaska': 'US/Pacific',
  'US/Aleutian': 'US/Pacific',
  'US/Hawaii': 'US/Pacific',
};

/** The zone for an account when only its address is known. */
export const profileZoneOf = (place: ZonedPlace): Timezone => nearestProfileZone[zoneOfPlace(place)] ?? platformZone;

/** The day of a job's event, such as its expiration, in the time zone of the job's address. Every page and message uses it. */
export const jobDay = (job: ZonedPlace, at: Date | string | null): string => format.date(at, zoneOfPlace(job));

/** The deadline for something about a job, with the name of its time zone. */
export const jobDeadline = (job: ZonedPlace, at: Date | string | null): string => format.deadline(at, zoneOfPlace(job));

/** The instant of a posting date. A calendar date means the start of that day at the job's address. */
export const postingTimeOf = (job: ZonedPlace, postingDate: Date | string): Date =>
  typeof postingDate === 'string' ? startOfDay(postingDate, zoneOfPlace(job)) : postingDate;
