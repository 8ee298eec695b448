import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { invoiceDueDays } from '#shared/pricing.ts';
import { codeOf, errorText } from '#web/errors.ts';
import { reloadMe } from '#web/me.ts';
import { toast } from '#web/ui/toast.ts';
import { type Outcome, payOrder, type Phase } from './pay-order.ts';
import { type PurchaseKind, purchaseOf, quoteQuery } from './purchase-queries.ts';
import { forgetPayments, storeCard } from './queries.ts';
import type { Means } from './use-payment.ts';

const unpaid = 'The payment did not go through. Nothing was charged.';

/**
 * Buys something for a job at the price that was shown. However it turns out paid (here, in another tab, by the worker),
 * the screen says so once and goes on to the job; a payment that is on its way is followed.
 */
export function usePurchase(jobId: string, kind: PurchaseKind) {
  const navigate = useNavigate();
  const { data: quote, error } = useQuery(quoteQuery(jobId, kind));
  const [phase, setPhase] = useState<Phase | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isFinished = useRef(false);
  /** How many purchases there were when one was on its way. */
  const followed = useRef<number>(null);

  const finish = async (outcome: Outcome) => {
    if (isFinished.current) return;
    isFinished.current = true;
    toast.success(outcome === 'invoiced' ? `Added to an invoice. It is due in ${invoiceDueDays} days.` : messages.paid);
    void forgetPayments();
    await navigate({ to: '/company/jobs/$id/detail', params: { id: jobId }, ignoreBlocker: true });
  };

  const onQuote = useEffectEvent((state: 'payable' | 'processing', purchases: number) => {
    if (state === 'processing') {
      followed.current = purchases;
      return;
    }
    const before = followed.current;
    followed.current = null;
    if (before === null) return;
    if (purchases > before) void finish('paid');
    else setFailure(unpaid);
  });
  const state = quote?.state;
  const purchases = quote?.purchases ?? 0;
  const shownTotal = state === 'payable' ? quote?.total : null;
  useEffect(() => {
    if (state) onQuote(state, purchases);
  }, [state, purchases]);
  /** The last add-on was paid by somebody else: there is nothing left to price. */
  const onNothingLeft = useEffectEvent(() => {
    if (followed.current !== null) void finish('paid');
  });
  useEffect(() => {
    if (error) onNothingLeft();
  }, [error]);

  const pay = async (means: Means) => {
    setFailure(null);
    const saveAs = means?.saveAs;
    try {
      const outcome = await payOrder({
        ...(means && saveAs ? { saveCard: () => storeCard(means.cardToken, saveAs) } : {}),
        placeOrder: () => Promise.resolve(jobId),
        cardToken: means?.cardToken ?? null,
        ...(means?.renewToken ? { renewToken: means.renewToken } : {}),
        charge: (_jobId, cardToken) => purchaseOf[kind]({ jobId, cardToken, purchases, shownTotal }),
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        onPhase: setPhase,
      });
      if (outcome === 'processing') await forgetPayments();
      else await finish(outcome);
    } catch (problem) {
      setFailure(errorText(problem));
      if (codeOf(problem) === 'email_unverified') void reloadMe();
      await forgetPayments();
    } finally {
      setPhase(null);
    }
  };

  return {
    quote,
    error: quote ? null : error,
    phase,
    setPhase,
    failure,
    pay,
    isProcessing: state === 'processing' && phase === null,
  };
}
