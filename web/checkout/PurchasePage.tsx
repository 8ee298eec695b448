import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { companyQuery } from '#web/company/queries.ts';
import { jobQuery, useLiveJobs } from '#web/jobs/queries.ts';
import { useMe } from '#web/use-me.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { PayByCard } from './PayByCard.tsx';
import { PayOnInvoice } from './PayOnInvoice.tsx';
import { phaseTexts } from './phase-texts.ts';
import { ProcessingPayment } from './ProcessingPayment.tsx';
import type { PurchaseKind, Quote } from './purchase-queries.ts';
import { PurchaseSummary } from './PurchaseSummary.tsx';
import { UnverifiedNotice } from './UnverifiedNotice.tsx';
import { usePurchase } from './use-purchase.ts';

const words = {
  renewal: { title: 'Renew', refused: 'This job cannot be renewed', onInvoice: 'Renew on invoice' },
  boost: { title: 'Boost', refused: 'This job cannot be boosted', onInvoice: 'Boost on invoice' },
  addons: { title: 'Add-ons for', refused: 'There is nothing to pay', onInvoice: 'Buy on invoice' },
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
        <ErrorState error={error} title={words[kind].refused} />
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
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery());
  const { phase, failure } = purchase;
  const buttons = { isBusy: phase !== null, isDisabled: !me.emailVerified };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <PurchaseSummary quote={quote} />
      <Section title="Payment method">
        <Stack gap="md">
          {me.emailVerified ? null : <UnverifiedNotice email={me.email} />}
          {failure ? (
            <Alert color="red" role="alert" title="The payment did not go through">
              {failure}
            </Alert>
          ) : null}
          {quote.billingType === 'CONTRACT' ? (
            <PayOnInvoice
              {...buttons}
              total={quote.total}
              email={company.email}
              label={words[quote.kind].onInvoice}
              follows="It counts at once."
              onPay={() => purchase.pay(null)}
            />
          ) : (
            <PayByCard
              {...buttons}
              me={me}
              total={quote.total}
              isAgain={failure !== null}
              onChecking={(isChecking) => purchase.setPhase(isChecking ? 'checkingCard' : null)}
              onPay={purchase.pay}
            />
          )}
          <Text size="sm" c="dimmed" component="output" mih="1.5em">
            {phase ? `${phaseTexts[phase]}…` : null}
          </Text>
        </Stack>
      </Section>
    </SimpleGrid>
  );
}
