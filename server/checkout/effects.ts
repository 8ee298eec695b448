import { type ChargeRow, isWorkerCharge } from '#server/billing/charge-row.ts';
import type { ChargeEffects, ResolveEffects, PaidCharge } from '#server/billing/settle.ts';
import type { Database } from '#server/db/open.ts';
import type { Events } from '#server/db/notify.ts';
import { moveJobs, datesFromPosting, datesOfSchedule } from '#server/jobs/move.ts';
import { jobsOfOrder, linesFor, type OrderJob } from './order-query.ts';
import { lockJobs, type PurchasedJob } from './purchased-job.ts';
import { applyAddons, applyBoost, applyRenewals, type Purchase } from './apply-purchases.ts';
import { failRenewal, postponeRenewal } from './fail-renewal.ts';
import { eq, inArray } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { mail } from '#server/mail/outbox.ts';
import { jobAddons } from '#drizzle/schema/jobs.ts';
import { cityState } from '#shared/format.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import type { InvoiceRow } from '#server/billing/invoice-query.ts';
import { replaceAbsentPoster } from '#server/jobs/poster.ts';
import { notify } from '#server/notifications/notify.ts';

/** How many milliseconds callers wait. The money test, which runs thousands of steps, shortens them. */
export const answerLimits = {
  /**
   * A charge is answered before a legacy client's timeout of 6 seconds, with `processing` if necessary
   * (`docs/product/money.md#charges`).
   */
  answerWithinMs: 5000,
  /** How long another charge for the same order waits for the one in flight. */
  waitForOtherMs: 10_000,
};

/**
 * A buyer who was told `processing` may have left, so an email says that nothing was charged, with the reason if the card
 * was declined.
 */
async function notifyBuyer(tx: Database, charge: ChargeRow, title: string, reason: string | null): Promise<void> {
  const { createdAt, createdBy, subjectKey: orderId } = charge;
  const isWaiting = !isWorkerCharge(charge) && Date.now() - createdAt.getTime() < answerLimits.answerWithinMs;
  if (!createdBy || isWaiting) return;
  const [buyer] = await tx.select({ email: users.email, firstName: users.firstName }).from(users).where(eq(users.id, createdBy));
  if (!buyer) return;
  const { email, firstName } = buyer;
  if (reason === null) await mail(tx, email, 'payment_not_taken', { firstName, title });
  else await mail(tx, email, 'payment_declined', { firstName, title, reason, orderId });
}

const jobIdsOf = (charges: readonly ChargeRow[]) => charges.flatMap(({ jobId }) => jobId ?? []);
/** Charges without a person behind them are automatic renewals. */
const isByWorker = ({ createdBy }: ChargeRow) => createdBy === null;

/** What follows a charge for a purchase made after posting. */
function purchaseEffects(events: Events): ChargeEffects {
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
      await notifyBuyer(tx, charge, job.title, reason);
    },
    released: async (tx, charge) => {
      const job = await jobOf(tx, charge);
      if (!job) return;
      if (isByWorker(charge)) return postponeRenewal(tx, events, job, charge);
      await release(tx, events, job, null);
      await notifyBuyer(tx, charge, job.title, null);
    },
  };
}

async function purchasesOf(tx: Database, paid: readonly PaidCharge[]): Promise<Purchase[]> {
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

/** A lapsed job goes back to its earlier state, with the reason. A posted job did not change. */
async function release(
  tx: Database,
  events: Events,
  { id, companyId }: PurchasedJob,
  declineReason: string | null,
): Promise<void> {
  await moveJobs(tx, [id], 'releasePayment', { declineReason });
  await events.publish(tx, { type: 'job', companyId, jobId: id });
}

/** What follows each kind of charge. */
export function effectsOf(events: Events): ResolveEffects {
  return (charge) => {
    return charge.purpose === 'new_job' ? postingEffects(events) : purchaseEffects(events);
  };
}

function postingEffects(events: Events): ChargeEffects {
  const publish = (tx: Database, { companyId, subjectKey }: ChargeRow) =>
    events.publish(tx, { type: 'order', companyId, orderId: subjectKey });
  return {
    lock: async (tx, charges) => {
      for (const { subjectKey } of charges)
        await lockJobs(
          tx,
          (await jobsOfOrder(tx, subjectKey)).map(({ id }) => id),
        );
    },
    lines: async (tx, { subjectKey, lines }) => lines ?? linesFor(await jobsOfOrder(tx, subjectKey)),
    paid: async (tx, paid) => {
      for (const { charge, invoice } of paid) {
        const { subjectKey: orderId, companyId, createdBy: buyerId } = charge;
        await postOrder(tx, events, { orderId, companyId, buyerId }, invoice);
      }
    },
    declined: async (tx, charge, reason) => {
      const orderJobs = await jobsOfOrder(tx, charge.subjectKey);
      await moveJobs(
        tx,
        orderJobs.map(({ id }) => id),
        'decline',
        { declineReason: reason },
      );
      await publish(tx, charge);
      await notifyBuyer(tx, charge, orderJobs[0]?.title ?? '', reason);
    },
    released: async (tx, charge) => {
      const orderJobs = await jobsOfOrder(tx, charge.subjectKey);
      await moveJobs(
        tx,
        orderJobs.map(({ id }) => id),
        'releasePayment',
        { declineReason: null },
      );
      await publish(tx, charge);
      await notifyBuyer(tx, charge, orderJobs[0]?.title ?? '', null);
    },
  };
}

type BoughtOrder = { orderId: string; companyId: string; buyerId: string | null };

/**
 * What follows when an order was paid or invoiced: its add-ons start, its jobs are posted or scheduled, and the company is
 * notified.
 */
export async function postOrder(
  tx: Database,
  events: Events,
  { orderId, companyId, buyerId }: BoughtOrder,
  invoice: InvoiceRow,
): Promise<void> {
  const now = new Date();
  await replaceAbsentPoster(tx, orderId, buyerId);
  const orderJobs = await jobsOfOrder(tx, orderId);
  const ids = orderJobs.map(({ id }) => id);
  await tx.update(jobAddons).set({ paidAt: now }).where(inArray(jobAddons.jobId, ids));
  const isLater = ({ scheduledAt }: OrderJob) => scheduledAt !== null && scheduledAt > now;
  const immediateJobIds = orderJobs.filter((job) => !isLater(job)).map(({ id }) => id);
  await moveJobs(tx, immediateJobIds, 'post', datesFromPosting(now));
  for (const { id, scheduledAt } of orderJobs.filter(isLater))
    await moveJobs(tx, [id], 'schedule', datesOfSchedule(scheduledAt ?? now));
  await events.publish(tx, { type: 'order', companyId, orderId });
  const [first] = orderJobs;
  if (!first) return;
  await notify(tx, 'new_job', {
    companyId,
    jobId: first.id,
    data: {
      title: first.title,
      jobIds: ids,
      places: orderJobs.map(cityState),
      total: toDollars(invoice.amountCents),
      invoice: invoice.invoiceCustomId,
      scheduled: isLater(first),
    },
  });
}
