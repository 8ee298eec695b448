import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { invoiceDueDays } from '#shared/billing/pricing.ts';
import { codeOf, errorText } from '#web/errors.ts';
import { reloadMe } from '#web/me.ts';
import { trpcClient } from '#web/trpc.ts';
import { toast } from '#web/ui/toast.ts';
import { type Outcome, payOrder, type Phase } from './pay-order.ts';
import { type PurchaseKind, purchaseOf, quoteQuery } from './purchase-queries.ts';
import { forgetPayments, storeCard } from './queries.ts';
import type { Means } from './use-payment.ts';

const unpaid = 'You weren’t charged.';

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
  /** A purchase is on its way, of this screen or another: what comes of it is said. */
  const isFollowing = useRef(false);

  const finish = async (outcome: Outcome) => {
    if (isFinished.current) return;
    isFinished.current = true;
    toast.success(outcome === 'invoiced' ? `Order placed. The invoice is due in ${invoiceDueDays} days.` : messages.paid);
    void forgetPayments();
    await navigate({ to: '/company/jobs/$id/detail', params: { id: jobId }, ignoreBlocker: true });
  };

  /** Neither a new price nor a fault tells it: only the payment itself does. Where that cannot be read now, the next look asks. */
  const conclude = async () => {
    const { state: ended } = await trpcClient.checkout.outcome.query({ jobId }).catch(() => ({ state: 'processing' as const }));
    if (ended === 'processing' || !isFollowing.current) return;
    isFollowing.current = false;
    if (ended === 'paid') return finish('paid');
    setFailure(unpaid);
    await forgetPayments();
  };

  const state = quote?.state;
  const purchases = quote?.purchases ?? 0;
  const shownTotal = state === 'payable' ? quote?.total : null;
  const onQuote = useEffectEvent(() => {
    if (state === 'processing' && !error) isFollowing.current = true;
    else if (isFollowing.current) void conclude();
  });
  useEffect(() => onQuote(), [state, error]);

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
      if (outcome !== 'processing') return await finish(outcome);
      isFollowing.current = true;
      await forgetPayments();
      await conclude();
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
    // A price that was read stays while it cannot be read again; that nothing could be paid for is no price.
    error: quote && !(failure && state === 'processing') ? null : error,
    phase,
    setPhase,
    failure,
    pay,
    isProcessing: state === 'processing' && phase === null,
  };
}
