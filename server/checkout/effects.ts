import type { ChargeRow } from '#server/billing/charge-row.ts';
import type { ChargeEffects, EffectsOf } from '#server/billing/settle.ts';
import type { Database } from '#server/db/open.ts';
import type { Events } from '#server/db/notify.ts';
import { moveJobs } from '#server/jobs/move.ts';
import { jobsOfOrder, linesFor } from './order-jobs.ts';
import { postOrder } from './post-order.ts';
import { purchaseEffects } from './purchase-effects.ts';
import { lockJobs } from './purchased-job.ts';
import { tellBuyer } from './tell-buyer.ts';

/** What each kind of charge means to what was bought. */
export function effectsOf(events: Events): EffectsOf {
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
      await tellBuyer(tx, charge, orderJobs[0]?.title ?? '', reason);
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
      await tellBuyer(tx, charge, orderJobs[0]?.title ?? '', null);
    },
  };
}
