import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { money } from '#shared/format.ts';
import { codeOf, errorText } from '#web/errors.ts';
import { changeJobDraft, clearJobDraft, readJobDraft, useJobDraft, newJobPath } from '#web/jobs/steps.ts';
import { settleVideo, toPosting } from '#web/jobs/posting.ts';

import { reloadMe } from '#web/me.ts';
import { toast } from '#web/ui/toast.ts';
import { afterInvoice, type Summary, summaryOfDraft, summaryOfOrder, postingDayOf } from './summary.ts';
import { payOrder, type Phase } from './pay-order.ts';

import { storeCard } from '#web/billing/queries.ts';
import { chargeOrder, forgetPayments, orderQuery, placeOrder } from './queries.ts';
import { t } from '#web/texts/app.ts';

/** The card, with the name on it if a new card is to be stored. Null for an invoice. */
export type Means = { cardToken: string; saveAs: string | null; renewToken?: () => Promise<string | null> } | null;

/**
 * Pays the draft, which becomes an order at the first attempt, or the order in the URL. However the payment succeeds (here,
 * in another tab, or through the worker), the screen says so once and continues to the job list.
 */
export function usePayment(companyId: string, askedOrderId: string | null) {
  const draft = useJobDraft(companyId);
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isFinished = useRef(false);
  const [openedAt] = useState(() => Date.now());
  const orderId = askedOrderId ?? draft.order?.orderId ?? null;
  const query = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null });
  const order = orderId === null ? undefined : query.data;
  const summary: Summary = order ? summaryOfOrder(order) : summaryOfDraft(draft);

  const place = order ? order.jobs[0] : draft.addresses[0];
  const chosen = order ? order.scheduledAt && new Date(order.scheduledAt) : draft.content.postingDay;
  const postingDay = postingDayOf(place, chosen, openedAt);

  const finish = async (outcome: 'paid' | 'invoiced') => {
    if (isFinished.current) return;
    isFinished.current = true;
    toast.success(outcome === 'paid' ? t('errors.paid') : afterInvoice(postingDay));
    void forgetPayments();
    if (window.location.pathname.startsWith(newJobPath)) await navigate({ to: '/company/jobs', ignoreBlocker: true });
    if (!askedOrderId || readJobDraft(companyId).order?.orderId === askedOrderId) clearJobDraft(companyId);
  };

  const state = order?.state;
  const onSettled = useEffectEvent((outcome: 'paid' | 'invoiced') => void finish(outcome));
  useEffect(() => {
    if (state === 'paid' || state === 'invoiced') onSettled(state);
  }, [state]);

  /** The token of the order. If the price has changed, the new price is shown before anything is charged. */
  const ensureOrder = async (): Promise<string> => {
    if (order) return order.orderToken;
    const kept = readJobDraft(companyId).order;
    if (kept) return kept.orderToken;
    const made = await placeOrder(toPosting(readJobDraft(companyId)));
    changeJobDraft(companyId, { order: { orderId: made.orderId, orderToken: made.orderToken } });
    const costs = made.jobs.flatMap((job) => [job.cost, ...job.addons.map(({ cost }) => cost)]);
    const total = costs.reduce((sum, cost) => sum + cost, 0);
    if (total !== summary.total) throw new Error(t('checkout.thePriceChangedTotalReview', { total: money(total) }));
    return made.orderToken;
  };

  const pay = async (means: Means) => {
    setFailure(null);
    const saveAs = means?.saveAs;
    try {
      await settleVideo(companyId, setPhase);
      const outcome = await payOrder({
        saveCard: means && saveAs ? () => storeCard(means.cardToken, saveAs) : undefined,
        prepareCharge: async () => {
          const orderToken = await ensureOrder();
          return (cardToken) => chargeOrder({ orderToken, actionType: 'new_job', cardToken, shownTotal: summary.total });
        },
        cardToken: means?.cardToken ?? null,
        renewToken: means?.renewToken,
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        onPhase: setPhase,
      });
      if (outcome === 'processing') await forgetPayments();
      else await finish(outcome);
    } catch (error) {
      setFailure(errorText(error));
      if (codeOf(error) === 'email_unverified') void reloadMe();
      await forgetPayments();
    } finally {
      setPhase(null);
    }
  };

  return {
    draft,
    order,
    orderError: orderId !== null && !query.data ? query.error : null,
    summary,
    phase,
    setPhase,
    pay,
    /** The date on which the jobs will be posted, as MM/DD/YYYY. Null if as soon as they are paid. */
    postingDay,
    /** Why the last attempt failed, also after a reload. */
    failure: failure ?? (state === 'declined' ? (order?.declineReason ?? t('checkout.yourCardWasDeclined')) : null),
    isProcessing: state === 'processing' && phase === null,
    isSettled: state === 'paid' || state === 'invoiced',
  };
}
