import { SimpleGrid } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { jobQuery, useLiveJobs } from '#web/jobs/queries.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PaymentFailure } from './PaymentFailure.tsx';
import { PaySection } from './PaySection.tsx';
import { ProcessingPayment } from './ProcessingPayment.tsx';
import type { PurchaseKind, Quote } from './purchase-queries.ts';
import { PurchaseSummary } from './PurchaseSummary.tsx';
import { usePurchase } from './use-purchase.ts';

const words = {
  renewal: { title: 'Renew', refused: 'You can’t renew this job', onInvoice: 'Renew on invoice' },
  boost: { title: 'Boost', refused: 'You can’t boost this job', onInvoice: 'Boost on invoice' },
  addons: { title: 'Add-ons for', refused: 'Nothing to pay', onInvoice: 'Buy on invoice' },
} as const satisfies Record<PurchaseKind, object>;

type Props = { companyId: string; id: string; kind: PurchaseKind };

/** `/company/jobs/{id}/purchase`: what something for a job costs, and how it is paid. */
export function PurchasePage({ companyId, id, kind }: Props) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const purchase = usePurchase(id, kind);
  useLiveJobs(companyId);
  const { quote, error } = purchase;
  return (
    <>
      <PageHeader title={`${words[kind].title} ${job.title}`} back={{ to: `/company/jobs/${id}/detail`, label: 'Job' }} />
      {error ? (
        <>
          <PaymentFailure failure={purchase.failure} />
          <ErrorState error={error} title={words[kind].refused} />
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
  const onInvoice = { label: words[quote.kind].onInvoice, follows: 'It starts right away.' };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <PurchaseSummary quote={quote} />
      <PaySection payment={purchase} billingType={quote.billingType} total={quote.total} onInvoice={onInvoice} />
    </SimpleGrid>
  );
}
