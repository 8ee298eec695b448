import { lt, sql } from 'drizzle-orm';
import { jobDays, jobViewers } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';

type Counter = 'views' | 'applications' | 'hyperlinkClicks';

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** One more of it on this UTC day of the job. */
export async function countDay(db: Database, jobId: string, counter: Counter): Promise<void> {
  await db
    .insert(jobDays)
    .values({ jobId, day: dayOf(Date.now()), [counter]: 1 })
    .onConflictDoUpdate({ target: [jobDays.jobId, jobDays.day], set: { [counter]: sql`${jobDays[counter]} + 1` } });
}

/** One more view, once per viewer and UTC day however often the page is read; the claim and the count are one statement. */
export async function countView(db: Database, jobId: string, viewer: string): Promise<void> {
  const day = sql`${dayOf(Date.now())}::date`;
  await db.execute(sql`
    with claimed as (
      insert into job_viewers (job_id, day, viewer) values (${jobId}::uuid, ${day}, ${viewer})
      on conflict do nothing returning job_id, day
    )
    insert into job_days (job_id, day, views) select job_id, day, 1 from claimed
    on conflict (job_id, day) do update set views = job_days.views + 1`);
}

/** Forgets who viewed what on the days that are over. */
export async function sweepJobViewers(db: Database): Promise<number> {
  const now = Date.now();
  const gone = await db
    .delete(jobViewers)
    .where(lt(jobViewers.day, dayOf(now)))
    .returning({ jobId: jobViewers.jobId });
  return gone.length;
}
