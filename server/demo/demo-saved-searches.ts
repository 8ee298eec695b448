import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { savedSearches, searchMatches } from '#drizzle/schema/searches.ts';
import type { Database } from '#server/db/open.ts';
import { saveSearch } from '#server/drivers/saved-searches/save-search.ts';
import { findJobs } from '#server/search/find-jobs.ts';
import { daysAfter } from '#shared/days.ts';

/** Two saved searches of the driver, one with new jobs. The jobs of the demo are not new, so nobody gets an email about them. */
export async function seedDemoSavedSearches(db: Database, driverId: string): Promise<void> {
  await db
    .update(jobs)
    .set({ searchesMatchedAt: new Date() })
    .where(and(isNull(jobs.searchesMatchedAt), isNotNull(jobs.postingDate)));
  const saved = [
    { query: 'reefer', frequency: 'daily' },
    { query: 'flatbed', city: 'Omaha', state: 'NE', radius: 200, frequency: 'weekly' },
  ] as const;
  for (const search of saved) await saveSearch(db, driverId, { ...search, language: 'en' });
  await db
    .update(savedSearches)
    .set({ seenAt: daysAfter(new Date(), -2) })
    .where(eq(savedSearches.driverId, driverId));
  const [first] = await db
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(eq(savedSearches.driverId, driverId))
    .orderBy(asc(savedSearches.id));
  const { ids } = await findJobs(db, { query: 'reefer', offset: 0, limit: 3 }, { around: null, isUnknown: false });
  if (first && ids.length > 0)
    await db
      .insert(searchMatches)
      .values(ids.map((jobId) => ({ searchId: first.id, jobId, isWaiting: false, foundAt: daysAfter(new Date(), -1) })));
}
