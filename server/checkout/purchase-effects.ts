import type { ChargeRow } from '#server/billing/charge-row.ts';
import type { ChargeEffects, Paid } from '#server/billing/settle.ts';
import type { Database } from '#server/db/open.ts';
import type { Events } from '#server/db/notify.ts';
import { moveJobs } from '#server/jobs/move.ts';
import { applyAddons, applyBoost, applyRenewals, type Purchase } from './apply-purchases.ts';
import { failRenewal, putOffRenewal } from './fail-renewal.ts';
import { lockJobs, type PurchasedJob } from './purchased-job.ts';
import { tellBuyer } from './tell-buyer.ts';

const jobIdsOf = (charges: readonly ChargeRow[]) => charges.flatMap(({ jobId }) => jobId ?? []);
/** Nobody asked for it but the clock. */
const isByWorker = ({ createdBy }: ChargeRow) => createdBy === null;

/** What follows a charge for something bought for a job after its posting. */
export function purchaseEffects(events: Events): ChargeEffects {
  return {
    lock: async (tx, charges) => void (await lockJobs(tx, jobIdsOf(charges))),
    lines: async (_tx, { lines }) => lines ?? [],
    paid: async (tx, paid) => {
      const purchases = await purchasesOf(tx, paid);
      const purpose = paid[0]?.charge.purpose;
      if (purpose === 'renewal') return applyRenewals(tx, events, purchases);
      for (const purchase of purchases) await (purpose === 'boost' ? applyBoost : applyAddons)(tx, events, purchase);
    },
    declined: async (tx, charge, reason) => {
      const job = await jobOf(tx, charge);
      if (!job) return;
      if (isByWorker(charge)) return failRenewal(tx, events, job, { reason, amountCents: charge.amountCents });
      await release(tx, events, job, reason);
      await tellBuyer(tx, charge, job.title, reason);
    },
    released: async (tx, charge) => {
      const job = await jobOf(tx, charge);
      if (!job) return;
      if (isByWorker(charge)) return putOffRenewal(tx, events, job, charge);
      await release(tx, events, job, null);
      await tellBuyer(tx, charge, job.title, null);
    },
  };
}

async function purchasesOf(tx: Database, paid: readonly Paid[]): Promise<Purchase[]> {
  const jobs = new Map((await lockJobs(tx, jobIdsOf(paid.map(({ charge }) => charge)))).map((job) => [job.id, job]));
  return paid.flatMap(({ charge, invoice }) => {
    const job = jobs.get(charge.jobId ?? '');
    return job ? [{ job, lines: charge.lines ?? [], invoice, isByWorker: isByWorker(charge) }] : [];
  });
}

async function jobOf(tx: Database, { jobId }: ChargeRow): Promise<PurchasedJob | null> {
  const [job] = jobId ? await lockJobs(tx, [jobId]) : [];
  return job ?? null;
}

/** A lapsed job that was to go up again is as it was, with the reason; one that is up was not touched. */
async function release(
  tx: Database,
  events: Events,
  { id, companyId }: PurchasedJob,
  declineReason: string | null,
): Promise<void> {
  await moveJobs(tx, [id], 'releasePayment', { declineReason });
  await events.publish(tx, { type: 'job', companyId, jobId: id });
}
