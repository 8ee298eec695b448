import { and, eq, isNull, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { audit } from '#server/audit.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser } from '#server/trpc.ts';

/** Takes the driver's application back: the employer sees it no more. */
export async function withdraw({ db, events }: Services, actor: ActingUser, id: string): Promise<{ id: string }> {
  const mine = and(eq(applications.id, id), eq(applications.driverId, actor.userId));
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(applications)
      .set({ withdrawnAt: new Date() })
      .where(and(mine, isNull(applications.withdrawnAt)))
      .returning({ jobId: applications.jobId, companyId: applications.companyId });
    if (!row) {
      const [withdrawn] = await tx.select({ id: applications.id }).from(applications).where(mine);
      throw withdrawn ? conflict('You already withdrew this application') : notFound('This application');
    }
    await tx
      .update(jobs)
      .set({ applicationCount: sql`greatest(${jobs.applicationCount} - 1, 0)`, updatedAt: sql`${jobs.updatedAt}` })
      .where(eq(jobs.id, row.jobId));
    await audit(tx, actor, { action: 'application.withdraw', subject: { type: 'application', id }, companyId: row.companyId });
    await events.publish(tx, { type: 'application', companyId: row.companyId, jobId: row.jobId, applicationId: id });
    return { id };
  });
}
