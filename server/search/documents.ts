import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/open.ts';

/**
 * Writes the search document of every posted job again, with the SQL function that triggers call for each change
 * (`refresh_job_search_documents`). Only needed after rows were changed while triggers were off.
 */
export async function rebuildSearchDocuments(db: Database): Promise<void> {
  await db.execute(sql`select refresh_job_search_documents(array(
    select id from jobs where status = 'POSTED' union select job_id from job_search_documents))`);
}
