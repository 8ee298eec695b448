import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useSuspenseQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { boostDays, postingDays, invoiceDueDays } from '#shared/billing/pricing.ts';
import { codeOf, errorText } from '#web/api/errors.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { storeCard } from '#web/billing/queries.ts';
import { addonTexts } from '#web/jobs/addons.ts';
import { jobQuery, useLiveJobs } from '#web/jobs/queries.ts';
import { reloadMe } from '#web/signed-in/me.ts';
import { rich, t } from '#web/texts/app.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { DateText, Money } from '#web/ui/Values.tsx';
import { PaymentFailure, ProcessingPayment, PaySection } from './PaySection.tsx';
import { type PurchaseKind, type Quote, purchaseMutations, quoteQuery, invalidatePayments } from './queries.ts';
import { type Outcome, payOrder, type Phase, type PaymentSource } from './use-payment.ts';

const notChargedText = t('checkout.notCharged');

/**
 * Buys something for a job at the displayed price. The payment can also succeed in another tab or in the worker. In each case,
 * the screen says so once and opens the job. While a payment is in progress, the screen checks its outcome regularly.
 */
function usePurchase(jobId: string, kind: PurchaseKind) {
  const navigate = useNavigate();
  const { data: quote, error } = useQuery(quoteQuery(jobId, kind));
  const [phase, setPhase] = useState<Phase | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isFinished = useRef(false);
  /** True while this screen checks the outcome of a purchase, which may have started on another screen. */
  const isPolling = useRef(false);

  const finish = async (outcome: Outcome) => {
    if (isFinished.current) return;
    isFinished.current = true;
    toast.success(outcome === 'invoiced' ? t('checkout.orderPlaced', { invoiceDueDays }) : t('errors.paid'));
    void invalidatePayments();
    await navigate({ to: '/company/jobs/$id/detail', params: { id: jobId }, ignoreBlocker: true });
  };

  /**
   * Asks the server for the outcome, because neither a new price nor an error shows it. If the request fails, the next check
   * tries again.
   */
  const checkOutcome = async () => {
    const { state: latestState } = await trpcClient.checkout.outcome
      .query({ jobId })
      .catch(() => ({ state: 'processing' as const }));
    if (latestState === 'processing' || !isPolling.current) return;
    isPolling.current = false;
    if (latestState === 'paid') return finish('paid');
    setFailure(notChargedText);
    await invalidatePayments();
  };

  const state = quote?.state;
  const purchases = quote?.purchases ?? 0;
  const shownTotal = state === 'payable' ? quote?.total : null;
  const onQuote = useEffectEvent(() => {
    if (state === 'processing' && !error) isPolling.current = true;
    else if (isPolling.current) void checkOutcome();
  });
  useEffect(() => onQuote(), [state, error]);

  const pay = async (source: PaymentSource) => {
    setFailure(null);
    const saveAs = source?.saveAs;
    try {
      const outcome = await payOrder({
        ...(source && saveAs ? { saveCard: () => storeCard(source.cardToken, saveAs) } : {}),
        prepareCharge: () => Promise.resolve((cardToken) => purchaseMutations[kind]({ jobId, cardToken, purchases, shownTotal })),
        cardToken: source?.cardToken ?? null,
        ...(source?.renewToken ? { renewToken: source.renewToken } : {}),
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        onPhase: setPhase,
      });
      if (outcome !== 'processing') return await finish(outcome);
      isPolling.current = true;
      await invalidatePayments();
      await checkOutcome();
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
  renewal: { refused: t('checkout.jobNotRenewable'), onInvoice: t('checkout.renewOnInvoice') },
  boost: { refused: t('checkout.jobNotBoostable'), onInvoice: t('checkout.boostOnInvoice') },
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
        <PurchasePayment quote={quote} purchase={purchase} />
      )}
    </>
  );
}

function PurchasePayment({ quote, purchase }: { quote: Quote; purchase: ReturnType<typeof usePurchase> }) {
  const invoiceTexts = { label: kindTexts[quote.kind].onInvoice, afterPayment: t('checkout.purchaseStartsRightAway') };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <PurchaseSummary quote={quote} />
      <PaySection payment={purchase} billingType={quote.billingType} total={quote.total} invoiceTexts={invoiceTexts} />
    </SimpleGrid>
  );
}

/** What is bought and how long it lasts, shown before anything is charged. */
function PurchaseSummary({ quote }: { quote: Quote }) {
  return (
    <Section title={t('checkout.summary')} description={`“${quote.title}”`}>
      <Stack gap="md">
        <Table aria-label={t('checkout.orderSummary')} horizontalSpacing="xs">
          <Table.Tbody>
            {quote.lines.map(({ addonType, amount }) => (
              <Table.Tr key={addonType ?? 'posting'}>
                <Table.Td>{getItemName(quote.kind, addonType)}</Table.Td>
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

function getItemName(kind: Quote['kind'], type: Quote['lines'][number]['addonType']): string {
  if (!type) return t('checkout.renewalItem', { postingDays });
  return kind === 'boost' ? t('checkout.boostItem', { boostDays }) : addonTexts[type].label;
}

function PurchaseEffect({ quote: { kind, until, autoRenew, timeZone } }: { quote: Quote }) {
  const renderEndDate = () => <DateText value={until} zone={timeZone} />;
  switch (kind) {
    case 'renewal':
      return autoRenew
        ? rich('checkout.renewalEffect', { date: renderEndDate })
        : rich('checkout.singleRenewalEffect', { date: renderEndDate });
    case 'boost':
      return rich('checkout.boostEffect', { dateText: renderEndDate });
    case 'addons':
      return rich('checkout.addOnsEffect', { dateText: renderEndDate });
  }
}
