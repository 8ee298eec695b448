import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { jobSearchDocuments } from '#drizzle/schema/jobs.ts';
import { savedSearches, searchMatches } from '#drizzle/schema/searches.ts';
import type { Database } from '#server/db/open.ts';
import { isUnexpired } from '#server/search/find-jobs.ts';
import { type SavedSearch, newestJobsPath } from '#shared/drivers/saved-search.ts';
import type { Language } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { describeFilters } from './search-name.ts';

/** The driver's saved searches, the last saved one first, with the number of open jobs found since the driver last looked. */
export async function listSavedSearches(db: Database, driverId: string, language: Language): Promise<SavedSearch[]> {
  const newJobs = db
    .select({ total: sql<number>`count(*)::int` })
    .from(searchMatches)
    .innerJoin(jobSearchDocuments, eq(jobSearchDocuments.jobId, searchMatches.jobId))
    .where(and(eq(searchMatches.searchId, savedSearches.id), gt(searchMatches.foundAt, savedSearches.seenAt), isUnexpired));
  const { id, name, frequency, filters, createdAt } = savedSearches;
  const rows = await db
    .select({ id, name, frequency, filters, createdAt, newJobs: sql<number>`(${newJobs})` })
    .from(savedSearches)
    .where(eq(savedSearches.driverId, driverId))
    .orderBy(sql`${savedSearches.createdAt} desc`, asc(savedSearches.id));
  const t = translatorIn(language);
  return rows.map((row) => ({ ...row, details: describeFilters(t, row.filters), path: newestJobsPath(row.filters) }));
}
