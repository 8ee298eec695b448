import { Anchor, Group, SimpleGrid, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { companyQuery } from '#web/company/queries.ts';
import { useLiveJobs } from '#web/jobs/queries.ts';
import { steps } from '#web/jobs/steps.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { beforeInvoice } from './summary.ts';
import { OrderSummary } from './OrderSummary.tsx';
import { PaySection, ProcessingPayment } from './PaySection.tsx';

import { usePayment } from './use-payment.ts';
import { t } from '#web/texts/app.ts';

type Props = {
  companyId: string;
  /** An existing order to pay instead of the draft. */
  orderId: string | null;
};

/** The last step: the items and the payment. */
export function PaymentPage({ companyId, orderId }: Props) {
  const { data: company } = useSuspenseQuery(companyQuery());
  const payment = usePayment(companyId, orderId);
  const { draft, order, summary } = payment;
  useLiveJobs(companyId);

  if (payment.orderError) return <ErrorState error={payment.orderError} />;
  if (orderId !== null && !order) return <Loading />;
  if (payment.isSettled) return <Loading />;
  if (payment.isProcessing) return <ProcessingPayment />;

  const isDraft = orderId === null || draft.order?.orderId === orderId;
  const { postingDay } = payment;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <OrderSummary summary={summary} autoRenew={isDraft ? draft.content.autoRenew : undefined} postingDay={postingDay} />
        <PaySection
          payment={payment}
          billingType={company.billingType}
          total={summary.total}
          onInvoice={beforeInvoice(postingDay)}
        />
      </SimpleGrid>
      <Group>
        <Anchor component={Link} to={order ? '/company/jobs' : steps[2].path} size="sm">
          {order ? t('checkout.payLater') : t('checkout.backToAddOns')}
        </Anchor>
      </Group>
    </Stack>
  );
}
