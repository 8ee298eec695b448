import { Alert, Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { companyQuery } from '#web/company/queries.ts';
import { startOfDay } from '#web/jobs/content-form.ts';
import { useLiveJobs } from '#web/jobs/queries.ts';
import { steps } from '#web/jobs/steps.ts';
import { useMe } from '#web/use-me.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { Section } from '#web/ui/Section.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { PayByCard } from './PayByCard.tsx';
import { PayOnInvoice } from './PayOnInvoice.tsx';
import { phaseTexts } from './phase-texts.ts';
import { ProcessingPayment } from './ProcessingPayment.tsx';
import { UnverifiedNotice } from './UnverifiedNotice.tsx';
import { usePayment } from './use-payment.ts';

type Props = {
  companyId: string;
  /** Pays this order instead of the draft. */
  orderId: string | null;
};

/** Last step: what is bought, and how it is paid. */
export function PaymentPage({ companyId, orderId }: Props) {
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery());
  const payment = usePayment(companyId, orderId);
  const { draft, order, summary, phase } = payment;
  useLiveJobs(companyId);

  if (payment.orderError) return <ErrorState error={payment.orderError} />;
  if (orderId !== null && !order) return <Loading />;
  if (payment.isSettled) return <Loading />;
  if (payment.isProcessing) return <ProcessingPayment />;

  const isDraft = orderId === null || draft.order?.orderId === orderId;
  const postingDay = draft.content.postingDay;
  const buttons = { isBusy: phase !== null, isDisabled: !me.emailVerified };
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <OrderSummary
          summary={summary}
          autoRenew={isDraft ? draft.content.autoRenew : undefined}
          postingDate={order ? order.scheduledAt : postingDay ? startOfDay(postingDay) : null}
        />
        <Section title="Payment method">
          <Stack gap="md">
            {me.emailVerified ? null : <UnverifiedNotice email={me.email} />}
            {payment.failure ? (
              <Alert color="red" role="alert" title="The payment did not go through">
                {payment.failure}
              </Alert>
            ) : null}
            {company.billingType === 'CONTRACT' ? (
              <PayOnInvoice {...buttons} total={summary.total} email={company.email} onPay={() => payment.pay(null)} />
            ) : (
              <PayByCard
                {...buttons}
                me={me}
                total={summary.total}
                isAgain={payment.failure !== null}
                onChecking={(isChecking) => payment.setPhase(isChecking ? 'checkingCard' : null)}
                onPay={payment.pay}
              />
            )}
            <Text size="sm" c="dimmed" component="output" mih="1.5em">
              {phase ? `${phaseTexts[phase]}…` : null}
            </Text>
          </Stack>
        </Section>
      </SimpleGrid>
      <Group>
        <Anchor component={Link} to={order ? '/company/jobs' : steps[2].path} size="sm">
          {order ? 'Pay later, from the job list' : 'Back to add-ons'}
        </Anchor>
      </Group>
    </Stack>
  );
}
