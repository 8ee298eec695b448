import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { companies, companyTags } from '#drizzle/schema/companies.ts';
import { jobs, jobTags } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';

const words = ['Call back', 'Interviewed', 'Road test', 'Priority', 'Regional'];

/** Words on some jobs, words and stars on some applicants of the first. */
export async function seedDemoTags(db: Database, companyId: string, vacancies: readonly { id: string }[]): Promise<void> {
  const tags = await db
    .insert(companyTags)
    .values(words.map((text) => ({ companyId, text })))
    .returning();
  const [first, second] = vacancies;
  const priority = tags[3];
  if (!first || !priority) return;
  await db
    .insert(jobTags)
    .values(
      [first, second ?? first]
        .filter((job, n, all) => all.indexOf(job) === n)
        .map((job) => ({ jobId: job.id, tagId: priority.id })),
    );
  const rows = await db
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.companyId, companyId), eq(applications.jobId, first.id)))
    .orderBy(applications.id);
  const tagged = rows
    .filter((_, n) => n % 3 === 0)
    .map((row, n) => ({ applicationId: row.id, tagId: tags[n % 3]?.id ?? priority.id }));
  const rated = rows.filter((_, n) => n % 4 === 1).map(({ id }, n) => ({ id, rating: 5 - (n % 4) }));
  if (rated.length)
    await db.execute(sql`update applications set rating = r.rating
      from json_to_recordset(${JSON.stringify(rated)}::text::json) as r(id uuid, rating int) where r.id = applications.id`);
  if (tagged.length) await db.insert(applicationTags).values(tagged);
}

type Staff = { superadminId: string; employerId: string; companyId: string };

/** The log entries that the demo's companies, jobs and tags would have left, so that neither log starts empty. */
export async function seedDemoActivity(db: Database, { superadminId, employerId, companyId }: Staff): Promise<void> {
  const carriers = await db.select().from(companies);
  const posted = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.companyId, companyId), isNotNull(jobs.postingDate)));
  const tags = await db.select().from(companyTags).where(eq(companyTags.companyId, companyId));
  await db.insert(auditLog).values([
    ...carriers.map(({ id, createdAt }) => ({
      at: createdAt,
      actorId: superadminId,
      companyId: id,
      action: 'company.create',
      subjectType: 'company',
      subjectId: id,
    })),
    ...posted.map(({ id, postingDate, createdAt }) => ({
      at: postingDate ?? createdAt,
      actorId: employerId,
      companyId,
      action: 'job.post',
      subjectType: 'job',
      subjectId: id,
    })),
    ...tags.map(({ id, text, createdAt }) => ({
      at: createdAt,
      actorId: employerId,
      companyId,
      action: 'tag.create',
      subjectType: 'tag',
      subjectId: id,
      detail: { text },
    })),
  ]);
}
