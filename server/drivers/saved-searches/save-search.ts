import { and, count, eq } from 'drizzle-orm';
import { savedSearches } from '#drizzle/schema/searches.ts';
import type { Database } from '#server/db/open.ts';
import { assertStillDriver } from '#server/drivers/update-profile.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import { findPlace } from '#server/jobs/public-search.ts';
import {
  deleteSearches,
  dropQueuedAlerts,
  dropWaitingMatches,
  endJobAlerts,
  lockJobAlerts,
} from '#server/notifications/end-job-alerts.ts';
import {
  defaultFrequency,
  maxSavedSearches,
  type SaveSearch,
  type UpdateSavedSearch,
  usedFilters,
} from '#shared/drivers/saved-search.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { placeColumns, requirementColumns, searchKey } from './compile-search.ts';
import { rescheduleAlerts } from './schedule-alerts.ts';
import { nameSearch } from './search-name.ts';

/**
 * Saves a search of the public jobs (`docs/product/drivers.md#saved-searches`). A search that is already saved stays as it is.
 * @throws 422 if the search has no filter, or a place outside the fifty states and DC
 * @throws conflict if the driver has saved too many searches
 */
export async function saveSearch(
  db: Database,
  driverId: string,
  { name, frequency = defaultFrequency, language, ...input }: SaveSearch & { language: Language },
): Promise<{ id: string }> {
  const filters = usedFilters(input);
  if (Object.keys(filters).length === 0 || Object.keys(filters).every((one) => one === 'radius'))
    throw invalid('query', text('searches.filtersRequired'));
  const key = searchKey(filters);
  const place = await findPlace(db, filters);
  const area = { around: place.around, isUnknown: place.isUnknownPlace };
  return db.transaction(async (tx) => {
    await assertStillDriver(tx, driverId, 'no key update');
    const ownSearches = eq(savedSearches.driverId, driverId);
    const [existing] = await tx
      .select({ id: savedSearches.id })
      .from(savedSearches)
      .where(and(ownSearches, eq(savedSearches.key, key)));
    if (existing) return existing;
    const [totals] = await tx.select({ total: count() }).from(savedSearches).where(ownSearches);
    if (totals && totals.total >= maxSavedSearches) throw conflict(text('searches.tooMany', { max: maxSavedSearches }));
    const [saved] = await tx
      .insert(savedSearches)
      .values({
        driverId,
        name: name ?? nameSearch(translatorIn(language), filters, place.correctedTo),
        frequency,
        filters,
        key,
        ...placeColumns(filters, area),
        ...requirementColumns(filters, area),
      })
      .returning({ id: savedSearches.id });
    if (!saved) throw new Error('The saved search was not returned');
    return saved;
  });
}

/**
 * Changes a search of the driver. Turning its alerts off ends them immediately, and turning them on tells only what is found from now
 * on.
 * @throws not found if the driver has no such search
 */
export async function updateSavedSearch(
  db: Database,
  driverId: string,
  { id, name, frequency, seen }: UpdateSavedSearch,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    await lockJobAlerts(tx, driverId);
    const isOwn = and(eq(savedSearches.id, id), eq(savedSearches.driverId, driverId));
    const [before] = await tx
      .select({ frequency: savedSearches.frequency })
      .from(savedSearches)
      .where(isOwn)
      .for('no key update');
    if (!before) throw notFound(text('searches.notFound'));
    if (frequency === 'off') await endJobAlerts(tx, { driverId, searchId: id });
    else if (frequency && before.frequency === 'off') await dropWaitingMatches(tx, { driverId, searchId: id });
    const change = {
      ...(name !== undefined && { name }),
      ...(frequency !== undefined && { frequency }),
      ...(seen && { seenAt: new Date() }),
    };
    if (Object.keys(change).length > 0) await tx.update(savedSearches).set(change).where(isOwn);
    if (frequency !== undefined && frequency !== 'off') await rescheduleAlerts(tx, [driverId]);
    return { id };
  });
}

/** Deletes a search of the driver with what it found. It is no error if there is none. */
export async function deleteSavedSearch(db: Database, driverId: string, { id }: { id: string }): Promise<{ id: string }> {
  await db.transaction(async (tx) => {
    await lockJobAlerts(tx, driverId);
    const search = { driverId, searchId: id };
    if (await deleteSearches(tx, search)) await dropQueuedAlerts(tx, search);
  });
  return { id };
}
