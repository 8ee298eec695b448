import { lt, sql } from 'drizzle-orm';
import { jobDays, jobViewers } from '#drizzle/schema/jobs.ts';
import { lastZone, zoneOfPlace } from '#shared/places/place-zone.ts';
import { dayIn } from '#shared/time-zone.ts';
import type { Database } from '#server/db/open.ts';

type Counter = 'views' | 'applications' | 'hyperlinkClicks';

/** A job's day is counted in its own zone. */
type Counted = { id: string; state: string; postalCode: string | null };
const todayOf = (job: Counted) => dayIn(zoneOfPlace(job), Date.now());

/** One more of it on this day of the job. */
export async function countDay(db: Database, job: Counted, counter: Counter): Promise<void> {
  await db
    .insert(jobDays)
    .values({ jobId: job.id, day: todayOf(job), [counter]: 1 })
    .onConflictDoUpdate({ target: [jobDays.jobId, jobDays.day], set: { [counter]: sql`${jobDays[counter]} + 1` } });
}

/** One more view, once per viewer and day however often the page is read; the claim and the count are one statement. */
export async function countView(db: Database, job: Counted, viewer: string): Promise<void> {
  const day = sql`${todayOf(job)}::date`;
  await db.execute(sql`
    with claimed as (
      insert into job_viewers (job_id, day, viewer) values (${job.id}::uuid, ${day}, ${viewer})
      on conflict do nothing returning job_id, day
    )
    insert into job_days (job_id, day, views) select job_id, day, 1 from claimed
    on conflict (job_id, day) do update set views = job_days.views + 1`);
}

/** Forgets who viewed what on the days that are over in every zone of the country. */
export async function sweepJobViewers(db: Database): Promise<number> {
  const gone = await db
    .delete(jobViewers)
    .where(lt(jobViewers.day, dayIn(lastZone, Date.now())))
    .returning({ jobId: jobViewers.jobId });
  return gone.length;
}
