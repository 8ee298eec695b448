import { and, eq, isNotNull } from 'drizzle-orm';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { companies, companyTags } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';

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
