import { eq, inArray } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { jobAddons } from '#drizzle/schema/jobs.ts';
import { type ChargeRow, isDeferredToWorker } from '#server/billing/charge-row.ts';
import type { InvoiceRow } from '#server/billing/invoice-query.ts';
import type { ChargeEffects, EffectsResolver, PaidCharge } from '#server/billing/settle.ts';
import type { Events } from '#server/db/notify.ts';
import type { Database } from '#server/db/open.ts';
import { transitionJobs, datesOfSchedule, postJobs } from '#server/jobs/move.ts';
import { replaceAbsentPoster } from '#server/jobs/poster.ts';
import { mail } from '#server/mail/outbox.ts';
import { notify } from '#server/notifications/notify.ts';
import { zoneOfPlace } from '#server/places/place-zone.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { cityState } from '#shared/format.ts';
import type { Language } from '#shared/texts/texts.ts';
import { applyAddons, applyBoost, applyRenewals, type Purchase } from './apply-purchases.ts';
import { failRenewal, postponeRenewal } from './fail-renewal.ts';
import { findJobsOfOrder, toOrderLines, type OrderJob } from './order-query.ts';
import { lockJobs, type PurchasedJob } from './purchased-job.ts';

/** The maximum waits of callers, in milliseconds. The money test shortens them, because it runs thousands of steps. */
export const answerLimits = {
  /**
   * Legacy clients time out after 6 seconds. A charge that takes longer than this is answered with `processing`
   * (`docs/product/money.md#charges`).
   */
  answerWithinMs: 5000,
  /** How long a second request for the same order waits for the pending charge. */
  waitForOtherMs: 10_000,
};

/**
 * Emails a buyer who was answered `processing` that nothing was charged, because the buyer may have left the page. The email
 * contains the reason if the card was declined.
 */
async function notifyBuyer(tx: Database, charge: ChargeRow, title: string, reason: string | null): Promise<void> {
  const { createdAt, createdBy, language, subjectKey: orderId } = charge;
  const isWaiting = !isDeferredToWorker(charge) && Date.now() - createdAt.getTime() < answerLimits.answerWithinMs;
  if (!createdBy || isWaiting) return;
  const [buyer] = await tx.select({ email: users.email, firstName: users.firstName }).from(users).where(eq(users.id, createdBy));
  if (!buyer) return;
  const { email, firstName } = buyer;
  if (reason === null) await mail(tx, email, 'payment_not_taken', { firstName, title }, language);
  else await mail(tx, email, 'payment_declined', { firstName, title, reason, orderId }, language);
}

const jobIdsOf = (charges: readonly ChargeRow[]) => charges.flatMap(({ jobId }) => jobId ?? []);
/** A charge that no person started is an automatic renewal. */
const isByWorker = ({ createdBy }: ChargeRow) => createdBy === null;

/** The effects of a charge for a purchase after posting. */
function purchaseEffects(events: Events): ChargeEffects {
  return {
    lock: async (tx, charges) => void (await lockJobs(tx, jobIdsOf(charges))),
    getLines: async (_tx, { lines }) => lines ?? [],
    onPaid: async (tx, paid) => {
      const purchases = await purchasesOf(tx, paid);
      const purpose = paid[0]?.charge.purpose;
      if (purpose === 'renewal') return applyRenewals(tx, events, purchases);
      for (const purchase of purchases) await (purpose === 'boost' ? applyBoost : applyAddons)(tx, events, purchase);
    },
    onDeclined: async (tx, charge, reason) => {
      const job = await lockJobOfCharge(tx, charge);
      if (!job) return;
      if (isByWorker(charge)) return failRenewal(tx, events, job, { reason, amountCents: charge.amountCents });
      await releasePayment(tx, events, job, reason);
      await notifyBuyer(tx, charge, job.title, reason);
    },
    onReleased: async (tx, charge) => {
      const job = await lockJobOfCharge(tx, charge);
      if (!job) return;
      if (isByWorker(charge)) return postponeRenewal(tx, events, job, charge);
      await releasePayment(tx, events, job, null);
      await notifyBuyer(tx, charge, job.title, null);
    },
  };
}

async function purchasesOf(tx: Database, paid: readonly PaidCharge[]): Promise<Purchase[]> {
  const jobs = new Map((await lockJobs(tx, jobIdsOf(paid.map(({ charge }) => charge)))).map((job) => [job.id, job]));
  return paid.flatMap(({ charge, invoice }) => {
    const job = jobs.get(charge.jobId ?? '');
    const { lines, language } = charge;
    return job ? [{ job, lines: lines ?? [], invoice, isByWorker: isByWorker(charge), language }] : [];
  });
}

async function lockJobOfCharge(tx: Database, { jobId }: ChargeRow): Promise<PurchasedJob | null> {
  const [job] = jobId ? await lockJobs(tx, [jobId]) : [];
  return job ?? null;
}

/** Returns a lapsed job to its earlier state, with the reason. A posted job does not change. */
async function releasePayment(
  tx: Database,
  events: Events,
  { id, companyId }: PurchasedJob,
  declineReason: string | null,
): Promise<void> {
  await transitionJobs(tx, [id], 'releasePayment', { declineReason });
  await events.publish(tx, { type: 'job', companyId, jobId: id });
}

/** Chooses the effects of a charge by its purpose. */
export function createEffectsResolver(events: Events): EffectsResolver {
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
          (await findJobsOfOrder(tx, subjectKey)).map(({ id }) => id),
        );
    },
    getLines: async (tx, { subjectKey, lines }) => lines ?? toOrderLines(await findJobsOfOrder(tx, subjectKey)),
    onPaid: async (tx, paid) => {
      for (const { charge, invoice } of paid) {
        const { subjectKey: orderId, companyId, createdBy: buyerId, language } = charge;
        await postOrder(tx, events, { orderId, companyId, buyerId, language }, invoice);
      }
    },
    onDeclined: async (tx, charge, reason) => {
      const orderJobs = await findJobsOfOrder(tx, charge.subjectKey);
      await transitionJobs(
        tx,
        orderJobs.map(({ id }) => id),
        'decline',
        { declineReason: reason },
      );
      await publish(tx, charge);
      await notifyBuyer(tx, charge, orderJobs[0]?.title ?? '', reason);
    },
    onReleased: async (tx, charge) => {
      const orderJobs = await findJobsOfOrder(tx, charge.subjectKey);
      await transitionJobs(
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

type PaidOrder = { orderId: string; companyId: string; buyerId: string | null; language: Language | null };

/**
 * Starts the add-ons of a paid or invoiced order, posts or schedules its jobs, and notifies the company.
 */
export async function postOrder(
  tx: Database,
  events: Events,
  { orderId, companyId, buyerId, language }: PaidOrder,
  invoice: InvoiceRow,
): Promise<void> {
  const now = new Date();
  await replaceAbsentPoster(tx, orderId, buyerId);
  const orderJobs = await findJobsOfOrder(tx, orderId);
  const ids = orderJobs.map(({ id }) => id);
  await tx.update(jobAddons).set({ paidAt: now }).where(inArray(jobAddons.jobId, ids));
  const isScheduled = ({ scheduledAt }: OrderJob) => scheduledAt !== null && scheduledAt > now;
  const immediateJobIds = orderJobs.filter((job) => !isScheduled(job)).map(({ id }) => id);
  await postJobs(tx, immediateJobIds, now);
  for (const job of orderJobs.filter(isScheduled))
    await transitionJobs(tx, [job.id], 'schedule', datesOfSchedule(job.scheduledAt ?? now, zoneOfPlace(job)));
  await events.publish(tx, { type: 'order', companyId, orderId });
  const [first] = orderJobs;
  if (!first) return;
  await notify(tx, 'new_job', {
    companyId,
    jobId: first.id,
    language,
    data: {
      title: first.title,
      jobIds: ids,
      places: orderJobs.map(cityState),
      total: toDollars(invoice.amountCents),
      invoice: invoice.invoiceCustomId,
      scheduled: isScheduled(first),
    },
  });
}
