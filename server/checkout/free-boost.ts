import { audit } from '#server/audit.ts';
import { conflict } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { boost } from './apply-purchases.ts';
import { lockOne } from './purchased-job.ts';

/** A boost by an admin is free and audited (`product: Money`). */
export async function freeBoost({ db, events }: Services, scope: CompanyScope, actor: ActingUser, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const job = await lockOne(tx, scope, id);
    if (job.status !== 'POSTED') throw conflict(`Only a job that is POSTED can be boosted; this one is ${job.status}`);
    await boost(tx, events, job, new Date(), { total: 0, invoice: null });
    await audit(tx, actor, {
      action: 'job.boost',
      subject: { type: 'job', id },
      companyId: job.companyId,
      detail: { free: true },
    });
  });
}
