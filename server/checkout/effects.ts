import type { ChargeRow } from '#server/billing/charge-row.ts';
import type { ChargeEffects, EffectsOf } from '#server/billing/settle.ts';
import type { Database } from '#server/db/open.ts';
import type { Events } from '#server/db/notify.ts';
import { moveJobs } from '#server/jobs/move.ts';
import { mail } from '#server/mail/outbox.ts';
import { answerWithinMs } from './answer-time.ts';
import { jobsOfOrder, linesFor } from './order-jobs.ts';
import { personOf, postOrder } from './post-order.ts';

/** What each kind of charge means to what was bought. */
export function effectsOf(events: Events): EffectsOf {
  return (charge) => {
    if (charge.purpose === 'new_job') return postingEffects(events);
    throw new Error(`Nothing is known to follow a charge for ${charge.purpose}`);
  };
}

function postingEffects(events: Events): ChargeEffects {
  const publish = (tx: Database, { companyId, subjectKey }: ChargeRow) =>
    events.publish(tx, { type: 'order', companyId, orderId: subjectKey });
  return {
    lines: async (tx, { subjectKey }) => linesFor(await jobsOfOrder(tx, subjectKey)),
    paid: async (tx, paid) => {
      for (const { charge, invoice } of paid)
        await postOrder(tx, events, { orderId: charge.subjectKey, companyId: charge.companyId }, invoice);
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
      if (wasAnswered(charge)) await tellBuyer(tx, charge, orderJobs[0]?.title ?? '', reason);
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
    },
  };
}

/** The buyer was told `processing` and may have left: a decline goes by mail then. */
const wasAnswered = ({ createdAt }: ChargeRow) => Date.now() - createdAt.getTime() >= answerWithinMs;

async function tellBuyer(tx: Database, { createdBy, subjectKey }: ChargeRow, title: string, reason: string): Promise<void> {
  const buyer = await personOf(tx, createdBy);
  if (buyer) await mail(tx, buyer.email, 'payment_declined', { firstName: buyer.firstName, title, reason, orderId: subjectKey });
}
