import { sql } from 'drizzle-orm';
import { jobDays } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';

type Counter = 'views' | 'applications' | 'hyperlinkClicks';

/** One more of it on this UTC day of the job. */
export async function countDay(db: Database, jobId: string, counter: Counter): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await db
    .insert(jobDays)
    .values({ jobId, day, [counter]: 1 })
    .onConflictDoUpdate({ target: [jobDays.jobId, jobDays.day], set: { [counter]: sql`${jobDays[counter]} + 1` } });
}
