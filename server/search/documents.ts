import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/open.ts';

/**
 * Rebuilds the search document of every posted job, with the SQL function that triggers call for each change
 * (`refresh_job_search_documents`). Needed only after rows were changed while triggers were off.
 */
export async function rebuildSearchDocuments(db: Database): Promise<void> {
  await db.execute(sql`select refresh_job_search_documents(array(
    select id from jobs where status = 'POSTED' union select job_id from job_search_documents))`);
}
