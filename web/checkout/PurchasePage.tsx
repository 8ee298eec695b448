import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useSuspenseQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { boostDays, postingDays, invoiceDueDays } from '#shared/billing/pricing.ts';
import { storeCard } from '#web/billing/queries.ts';
import { codeOf, errorText } from '#web/errors.ts';
import { addonTexts } from '#web/jobs/addons.ts';
import { jobQuery, useLiveJobs } from '#web/jobs/queries.ts';
import { reloadMe } from '#web/me.ts';
import { rich, t } from '#web/texts/app.ts';
import { trpcClient } from '#web/trpc.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { toast } from '#web/ui/toast.ts';
import { PaymentFailure, ProcessingPayment, PaySection } from './PaySection.tsx';
import { type PurchaseKind, type Quote, purchaseMutations, quoteQuery, invalidatePayments } from './queries.ts';
import { type Outcome, payOrder, type Phase, type PaymentMeans } from './use-payment.ts';

const unpaid = t('checkout.youWerentCharged');

/**
 * Buys something for a job at the price that was shown. However the payment succeeds (here, in another tab, or through the
 * worker), the screen says so once and continues to the job. A payment in progress is followed until its outcome is known.
 */
function usePurchase(jobId: string, kind: PurchaseKind) {
  const navigate = useNavigate();
  const { data: quote, error } = useQuery(quoteQuery(jobId, kind));
  const [phase, setPhase] = useState<Phase | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isFinished = useRef(false);
  /** True while a purchase from this or another screen is being followed. */
  const isFollowing = useRef(false);

  const finish = async (outcome: Outcome) => {
    if (isFinished.current) return;
    isFinished.current = true;
    toast.success(outcome === 'invoiced' ? t('checkout.orderPlacedInvoiceDueInvoice', { invoiceDueDays }) : t('errors.paid'));
    void invalidatePayments();
    await navigate({ to: '/company/jobs/$id/detail', params: { id: jobId }, ignoreBlocker: true });
  };

  /**
   * Neither a new price nor an error shows the outcome, only the payment itself. If it cannot be read now, the next check
   * tries again.
   */
  const conclude = async () => {
    const { state: ended } = await trpcClient.checkout.outcome.query({ jobId }).catch(() => ({ state: 'processing' as const }));
    if (ended === 'processing' || !isFollowing.current) return;
    isFollowing.current = false;
    if (ended === 'paid') return finish('paid');
    setFailure(unpaid);
    await invalidatePayments();
  };

  const state = quote?.state;
  const purchases = quote?.purchases ?? 0;
  const shownTotal = state === 'payable' ? quote?.total : null;
  const onQuote = useEffectEvent(() => {
    if (state === 'processing' && !error) isFollowing.current = true;
    else if (isFollowing.current) void conclude();
  });
  useEffect(() => onQuote(), [state, error]);

  const pay = async (means: PaymentMeans) => {
    setFailure(null);
    const saveAs = means?.saveAs;
    try {
      const outcome = await payOrder({
        ...(means && saveAs ? { saveCard: () => storeCard(means.cardToken, saveAs) } : {}),
        prepareCharge: () => Promise.resolve((cardToken) => purchaseMutations[kind]({ jobId, cardToken, purchases, shownTotal })),
        cardToken: means?.cardToken ?? null,
        ...(means?.renewToken ? { renewToken: means.renewToken } : {}),
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        onPhase: setPhase,
      });
      if (outcome !== 'processing') return await finish(outcome);
      isFollowing.current = true;
      await invalidatePayments();
      await conclude();
    } catch (problem) {
      setFailure(errorText(problem));
      if (codeOf(problem) === 'email_unverified') void reloadMe();
      await invalidatePayments();
    } finally {
      setPhase(null);
    }
  };

  return {
    quote,
    // Keeps showing the last price if reloading it fails.
    error: quote && !(failure && state === 'processing') ? null : error,
    phase,
    setPhase,
    failure,
    pay,
    isProcessing: state === 'processing' && phase === null,
  };
}

const kindTexts = {
  renewal: { refused: t('checkout.youCantRenewThisJob'), onInvoice: t('checkout.renewOnInvoice') },
  boost: { refused: t('checkout.youCantBoostThisJob'), onInvoice: t('checkout.boostOnInvoice') },
  addons: { refused: t('checkout.nothingToPay'), onInvoice: t('checkout.buyOnInvoice') },
} as const satisfies Record<PurchaseKind, object>;

type Props = { companyId: string; id: string; kind: PurchaseKind };

/** `/company/jobs/{id}/purchase`: the price of a purchase and its payment. */
export function PurchasePage({ companyId, id, kind }: Props) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const purchase = usePurchase(id, kind);
  useLiveJobs(companyId);
  const { quote, error } = purchase;
  return (
    <>
      <PageHeader
        title={t('checkout.purchaseFor', { kind, title: job.title })}
        back={{ to: `/company/jobs/${id}/detail`, label: t('common.job') }}
      />
      {error ? (
        <>
          <PaymentFailure failure={purchase.failure} />
          <ErrorState error={error} title={kindTexts[kind].refused} />
        </>
      ) : !quote ? (
        <Loading />
      ) : purchase.isProcessing ? (
        <ProcessingPayment />
      ) : (
        <Pay quote={quote} purchase={purchase} />
      )}
    </>
  );
}

function Pay({ quote, purchase }: { quote: Quote; purchase: ReturnType<typeof usePurchase> }) {
  const onInvoice = { label: kindTexts[quote.kind].onInvoice, follows: t('checkout.itStartsRightAway') };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <PurchaseSummary quote={quote} />
      <PaySection payment={purchase} billingType={quote.billingType} total={quote.total} onInvoice={onInvoice} />
    </SimpleGrid>
  );
}

/** The item and how long it lasts, before anything is charged. */
function PurchaseSummary({ quote }: { quote: Quote }) {
  return (
    <Section title={t('checkout.summary')} description={`“${quote.title}”`}>
      <Stack gap="md">
        <Table aria-label={t('checkout.orderSummary')} horizontalSpacing="xs">
          <Table.Tbody>
            {quote.lines.map(({ addonType, amount }) => (
              <Table.Tr key={addonType ?? 'posting'}>
                <Table.Td>{nameOf(quote.kind, addonType)}</Table.Td>
                <Table.Td ta="right">
                  <Money dollars={amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t('common.total')}</Table.Th>
              <Table.Th ta="right" fz="lg">
                <Money dollars={quote.total} />
              </Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
        <Text size="sm" c="dimmed">
          <PurchaseEffect quote={quote} />
        </Text>
      </Stack>
    </Section>
  );
}

function nameOf(kind: Quote['kind'], type: Quote['lines'][number]['addonType']): string {
  if (!type) return t('checkout.postingDaysDayRenewal', { postingDays });
  return kind === 'boost' ? t('checkout.boostDaysDayBoost', { boostDays }) : addonTexts[type].label;
}

function PurchaseEffect({ quote: { kind, until, autoRenew, timeZone } }: { quote: Quote }) {
  const date = () => <DateText value={until} zone={timeZone} />;
  switch (kind) {
    case 'renewal':
      return autoRenew ? rich('checkout.runsThroughThenRenews', { date }) : rich('checkout.runsThroughDoesntRenew', { date });
    case 'boost':
      return rich('checkout.ranksAboveSimilarJobsUntil', { dateText: date });
    case 'addons':
      return rich('checkout.startsRightAfterCheckoutRuns', { dateText: date });
  }
}
