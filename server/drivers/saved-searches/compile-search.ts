import { createHash } from 'node:crypto';
import type { savedSearches } from '#drizzle/schema/searches.ts';
import { cellsOf, type Surroundings } from '#server/places/cells.ts';
import { joinWithAnd } from '#server/search/expression.ts';
import { compileFilters, compilePlaceNames, type SearchArea } from '#server/search/find-jobs.ts';
import { usedFilters } from '#shared/drivers/saved-search.ts';
import { foldText } from '#shared/fold-text.ts';
import type { SearchFilters } from '#shared/jobs/public-job.ts';
import { stateCode } from '#shared/places/states.ts';

type Row = typeof savedSearches.$inferSelect;
export type SurroundingsColumns = Pick<Row, 'latitude' | 'longitude' | 'endLatitude' | 'endLongitude' | 'miles'>;
type PlaceColumns = SurroundingsColumns & Pick<Row, 'state' | 'cells'>;
type Requirements = Pick<Row, 'words' | 'experienceRank' | 'weeklyPay' | 'endorsements'>;

/** The columns of the place, which is resolved once, when the search is saved. */
export function placeColumns(filters: SearchFilters, { around }: SearchArea): PlaceColumns {
  const state = around || !filters.state ? null : (stateCode(filters.state) ?? null);
  const { center = null, end = null, miles = null } = around ?? {};
  return {
    state,
    latitude: center?.latitude ?? null,
    longitude: center?.longitude ?? null,
    endLatitude: end?.latitude ?? null,
    endLongitude: end?.longitude ?? null,
    miles,
    cells: around && cellsOf(around),
  };
}

/** The opposite of {@link placeColumns}. Null if the search has no circle or route. */
export function surroundingsOf({
  latitude,
  longitude,
  endLatitude,
  endLongitude,
  miles,
}: SurroundingsColumns): Surroundings | null {
  if (latitude === null || longitude === null || miles === null) return null;
  const end = endLatitude === null || endLongitude === null ? null : { latitude: endLatitude, longitude: endLongitude };
  return { center: { latitude, longitude }, end, miles };
}

/** The columns of what the search requires. Names of the place are words if the search has no radius. Words match
 * in all their forms, as the public search matches them first. */
export function requirementColumns(filters: SearchFilters, area: SearchArea): Requirements {
  const { words, commonWords, experienceRank, weeklyPay, endorsements } = compileFilters(filters);
  const place = area.around ? null : compilePlaceNames(filters, area);
  return {
    words: joinWithAnd([words, commonWords, place]),
    experienceRank,
    weeklyPay,
    endorsements: endorsements && [...endorsements],
  };
}

/** The same for searches that differ only in letter case or in the order of their values. */
export const searchKey = (filters: SearchFilters): string =>
  createHash('sha256')
    .update(foldText(JSON.stringify(usedFilters(filters))))
    .digest('hex');
