import { and, desc, eq } from 'drizzle-orm';
import { charges } from '#drizzle/schema/billing.ts';
import type { Database } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { PurchaseOutcome } from '#shared/billing/purchases.ts';
import { readOne } from './purchased-job.ts';

/** What came of the last purchase for a job of the scope that a card was asked to pay. @throws not found */
export async function outcome(db: Database, scope: CompanyScope, jobId: string): Promise<PurchaseOutcome> {
  const { companyId } = await readOne(db, scope, jobId);
  const [last] = await db
    .select({ status: charges.status })
    .from(charges)
    .where(and(eq(charges.companyId, companyId), eq(charges.jobId, jobId)))
    .orderBy(desc(charges.createdAt), desc(charges.id))
    .limit(1);
  if (last?.status === 'pending') return { state: 'processing' };
  return { state: last?.status === 'approved' ? 'paid' : 'unpaid' };
}
