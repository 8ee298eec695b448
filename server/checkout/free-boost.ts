import { and, eq, sql } from 'drizzle-orm';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { boost } from './apply-purchases.ts';
import { lockOne } from './purchased-job.ts';

const action = 'job.boost';

type Input = {
  id: string;
  /** The idempotency key of the request, where it carried one: the request repeated is the same boost. */
  requestId: string | null;
};

/** A boost by an admin is free and audited (`product: Money`). */
export async function freeBoost(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { id, requestId }: Input,
): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockOne(tx, scope, id);
    if (requestId && (await wasRequested(tx, id, requestId))) return;
    if (job.status !== 'POSTED') throw conflict(`Only a job that is POSTED can be boosted; this one is ${job.status}`);
    await boost(tx, events, job, new Date(), { total: 0, invoice: null });
    await audit(tx, actor, {
      action,
      subject: { type: 'job', id },
      companyId: job.companyId,
      detail: { free: true, ...(requestId && { requestId }) },
    });
  });
}

async function wasRequested(tx: Database, jobId: string, requestId: string): Promise<boolean> {
  const isOfRequest = sql`${auditLog.detail} ->> 'requestId' = ${requestId}`;
  const rows = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(sql`lower(${auditLog.subjectId}) = lower(${jobId})`, eq(auditLog.action, action), isOfRequest));
  return rows.length > 0;
}
