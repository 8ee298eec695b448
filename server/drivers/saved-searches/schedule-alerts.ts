import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { jobAlerts, savedSearches, searchMatches } from '#drizzle/schema/searches.ts';
import type { Database } from '#server/db/open.ts';
import { zoneColumns, zoneOfPlace, type ZonedPlace } from '#server/places/place-zone.ts';
import { type AlertFrequency, alertTimeOf, minAlertMinutes } from '#shared/drivers/saved-search.ts';

/** A search with matches that its driver has not been told of. */
export type WaitingSearch = ZonedPlace & {
  driverId: string;
  frequency: Exclude<AlertFrequency, 'off'>;
  /** When the first of them was found. */
  foundAt: Date;
  /** When the driver was last told anything. */
  toldAt: Date | null;
};

const minuteMs = 60_000;

/** When the driver is told: at the time of the search's frequency, but not too soon after the message before. */
export function dueTimeOf({ frequency, foundAt, toldAt, ...place }: WaitingSearch): Date {
  const time = alertTimeOf(frequency, zoneOfPlace(place), foundAt).getTime();
  return new Date(Math.max(time, (toldAt?.getTime() ?? 0) + minAlertMinutes * minuteMs));
}

/** The drivers with the time of their next message, in the order in which every transaction locks them. */
function earliestTimes(waiting: readonly WaitingSearch[]): [driverId: string, dueAt: Date][] {
  const times = new Map<string, Date>();
  for (const search of waiting) {
    const [time, earliest] = [dueTimeOf(search), times.get(search.driverId)];
    if (!earliest || time < earliest) times.set(search.driverId, time);
  }
  return [...times].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const rowsPerInsert = 5000;

/**
 * Schedules the next message of drivers for whom something was found. A message that is due sooner stays, but its row is locked all
 * the same. Otherwise a worker that cannot see the new matches yet could write that message and leave them without a next one.
 */
export async function scheduleSooner(tx: Database, waiting: readonly WaitingSearch[]): Promise<void> {
  const rows = earliestTimes(waiting).map(([driverId, dueAt]) => ({ id: newId(), driverId, dueAt }));
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await tx
      .insert(jobAlerts)
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflictDoUpdate({
        target: jobAlerts.driverId,
        set: { dueAt: sql`excluded.due_at` },
        setWhere: sql`${jobAlerts.dueAt} is null or ${jobAlerts.dueAt} > excluded.due_at`,
      });
}

/** Schedules the next message of these drivers again, from what waits now. Their rows must be locked. */
export async function rescheduleAlerts(tx: Database, driverIds: readonly string[]): Promise<void> {
  if (driverIds.length === 0) return;
  await tx
    .update(jobAlerts)
    .set({ dueAt: null })
    .where(inArray(jobAlerts.driverId, [...driverIds]));
  await scheduleSooner(tx, await readWaitingSearches(tx, driverIds));
}

/** The searches of these drivers with matches that wait. */
export async function readWaitingSearches(
  tx: Database,
  driverIds: readonly string[],
): Promise<(WaitingSearch & { id: string })[]> {
  const waiting = tx
    .select({ searchId: searchMatches.searchId, foundAt: sql<Date>`min(${searchMatches.foundAt})`.as('first_found_at') })
    .from(searchMatches)
    .innerJoin(savedSearches, eq(savedSearches.id, searchMatches.searchId))
    .where(and(inArray(savedSearches.driverId, [...driverIds]), ne(savedSearches.frequency, 'off'), searchMatches.isWaiting))
    .groupBy(searchMatches.searchId)
    .as('waiting');
  const rows = await tx
    .select({
      id: savedSearches.id,
      driverId: savedSearches.driverId,
      frequency: savedSearches.frequency,
      foundAt: waiting.foundAt,
      toldAt: jobAlerts.toldAt,
      place: zoneColumns(drivers),
    })
    .from(waiting)
    .innerJoin(savedSearches, eq(savedSearches.id, waiting.searchId))
    .leftJoin(jobAlerts, eq(jobAlerts.driverId, savedSearches.driverId))
    .leftJoin(drivers, eq(drivers.userId, savedSearches.driverId));
  return rows.flatMap(({ frequency, foundAt, place, ...row }) =>
    frequency === 'off' ? [] : { ...row, ...(place ?? unknownPlace), frequency, foundAt: new Date(foundAt) },
  );
}

/** A driver without a profile gets messages in the time zone of the platform. */
const unknownPlace: ZonedPlace = { state: null, postalCode: null, latitude: null, longitude: null };
