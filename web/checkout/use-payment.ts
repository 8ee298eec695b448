import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { codeOf, errorText, statusOf } from '#web/api/errors.ts';
import { storeCard } from '#web/billing/queries.ts';
import { finishVideoUpload, toPosting } from '#web/jobs/posting.ts';
import { changeJobDraft, clearJobDraft, readJobDraft, useJobDraft, newJobPath } from '#web/jobs/steps.ts';
import { reloadMe } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { getInvoiceConfirmation, type Summary, summarizeDraft, summarizeOrder, getPostingDay } from './OrderSummary.tsx';
import { chargeOrder, invalidatePayments, orderQuery, placeOrder } from './queries.ts';

export type Phase = 'checkingCard' | 'uploadingVideo' | 'savingCard' | 'placingOrder' | 'charging' | 'waiting';
export type Outcome = 'paid' | 'invoiced' | 'processing';

/** Charges the card of the token, or creates an invoice if the token is null. */
export type Charge = (cardToken: string | null) => Promise<{ status: Outcome }>;

export type Payment = {
  /** Stores the card and returns its token. Absent if the user does not want to store it. */
  saveCard?: () => Promise<string>;
  /** Creates the order if there is none, and returns the call that charges it. */
  prepareCharge: () => Promise<Charge>;
  /** The card to charge. Null for an invoice. */
  cardToken: string | null;
  /** Gets another token for the same card, because the failed attempt may have used the first one. Null if there is none. */
  renewToken?: () => Promise<string | null>;
  wait: (milliseconds: number) => Promise<void>;
  onPhase: (phase: Phase) => void;
};

/** The pause before the single retry (`docs/product/jobs.md#posting-a-job`). */
const retryDelayMs = 5_000;

/** Whether the request got no answer, or failed for a reason that has nothing to do with the card. */
const isRetryable = (error: unknown) => (statusOf(error) ?? 500) >= 500;

/** A charge that went through earlier counts as success (`docs/product/jobs.md#posting-a-job`). */
const isAlreadyPaid = (error: unknown) => codeOf(error) === 'already_paid';

/**
 * Stores the card if requested, creates the order if there is none, then charges. A generic error is retried once after
 * five seconds; others are thrown (`docs/product/jobs.md#posting-a-job`).
 */
export async function payOrder(payment: Payment): Promise<Outcome> {
  const { saveCard, prepareCharge, wait, onPhase } = payment;
  let cardToken = payment.cardToken;
  if (saveCard) {
    onPhase('savingCard');
    cardToken = await saveCard();
  }
  onPhase('placingOrder');
  const charge = await prepareCharge();
  try {
    return await chargeOnce(payment, charge, cardToken);
  } catch (error) {
    if (!isRetryable(error)) throw error;
    onPhase('waiting');
    await wait(retryDelayMs);
    const newToken = saveCard ? null : await payment.renewToken?.();
    return await chargeOnce(payment, charge, newToken ?? cardToken);
  }
}

async function chargeOnce({ onPhase }: Payment, charge: Charge, cardToken: string | null): Promise<Outcome> {
  onPhase('charging');
  try {
    const { status } = await charge(cardToken);
    return status;
  } catch (error) {
    if (isAlreadyPaid(error)) return 'paid';
    if (codeOf(error) === 'payment_in_progress') return 'processing';
    throw error;
  }
}

/** The card's token, with the cardholder's name in `saveAs` if a new card is to be stored. Null for an invoice. */
export type PaymentSource = { cardToken: string; saveAs: string | null; renewToken?: () => Promise<string | null> } | null;

/**
 * Pays the draft, which becomes an order at the first attempt, or the order in the URL. The payment can also succeed in another
 * tab or in the worker. In each case, the screen says so once and opens the page of the posted jobs.
 */
export function usePayment(companyId: string, requestedOrderId: string | null) {
  const draft = useJobDraft(companyId);
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isFinished = useRef(false);
  const [openedAt] = useState(() => Date.now());
  const orderId = requestedOrderId ?? draft.order?.orderId ?? null;
  const query = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null });
  const order = orderId === null ? undefined : query.data;
  const summary: Summary = order ? summarizeOrder(order) : summarizeDraft(draft);

  const place = order ? order.jobs[0] : draft.addresses[0];
  const postingDate = order ? order.scheduledAt && new Date(order.scheduledAt) : draft.content.postingDay;
  const postingDay = getPostingDay(place, postingDate, openedAt);

  const finish = async (outcome: 'paid' | 'invoiced') => {
    if (isFinished.current) return;
    isFinished.current = true;
    toast.success(outcome === 'paid' ? t('errors.paid') : getInvoiceConfirmation(postingDay));
    void invalidatePayments();
    const paidOrderId = requestedOrderId ?? readJobDraft(companyId).order?.orderId;
    if (window.location.pathname.startsWith(newJobPath) && paidOrderId)
      await navigate({ to: '/company/jobs/posted', search: { order: paidOrderId }, replace: true, ignoreBlocker: true });
    if (!requestedOrderId || readJobDraft(companyId).order?.orderId === requestedOrderId) clearJobDraft(companyId);
  };

  const state = order?.state;
  const onSettled = useEffectEvent((outcome: 'paid' | 'invoiced') => void finish(outcome));
  useEffect(() => {
    if (state === 'paid' || state === 'invoiced') onSettled(state);
  }, [state]);

  /**
   * Creates the order if there is none, and returns its token. If the price has changed, it throws an error with the new price
   * before anything is charged.
   */
  const ensureOrder = async (): Promise<string> => {
    if (order) return order.orderToken;
    const draftOrder = readJobDraft(companyId).order;
    if (draftOrder) return draftOrder.orderToken;
    const newOrder = await placeOrder(toPosting(readJobDraft(companyId)));
    changeJobDraft(companyId, { order: { orderId: newOrder.orderId, orderToken: newOrder.orderToken } });
    const costs = newOrder.jobs.flatMap((job) => [job.cost, ...job.addons.map(({ cost }) => cost)]);
    const total = costs.reduce((sum, cost) => sum + cost, 0);
    if (total !== summary.total) throw new Error(t('errors.priceChanged', { total }));
    return newOrder.orderToken;
  };

  const pay = async (source: PaymentSource) => {
    setFailure(null);
    const saveAs = source?.saveAs;
    try {
      await finishVideoUpload(companyId, setPhase);
      const outcome = await payOrder({
        saveCard: source && saveAs ? () => storeCard(source.cardToken, saveAs) : undefined,
        prepareCharge: async () => {
          const orderToken = await ensureOrder();
          return (cardToken) => chargeOrder({ orderToken, actionType: 'new_job', cardToken, shownTotal: summary.total });
        },
        cardToken: source?.cardToken ?? null,
        renewToken: source?.renewToken,
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        onPhase: setPhase,
      });
      if (outcome === 'processing') await invalidatePayments();
      else await finish(outcome);
    } catch (error) {
      setFailure(errorText(error));
      if (codeOf(error) === 'email_unverified') void reloadMe();
      await invalidatePayments();
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
    /** The date on which the jobs will be posted, as MM/DD/YYYY. Null if they are posted as soon as they are paid. */
    postingDay,
    /** Why the last attempt failed, also after a reload. */
    failure: failure ?? (state === 'declined' ? (order?.declineReason ?? t('common.cardDeclined')) : null),
    isProcessing: state === 'processing' && phase === null,
    isSettled: state === 'paid' || state === 'invoiced',
  };
}
