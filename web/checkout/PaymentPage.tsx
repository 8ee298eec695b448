import { Anchor, Group, SimpleGrid, Stack, Alert, Button, Text } from '@mantine/core';
import { useSuspenseQuery, useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '#web/api/errors.ts';
import { companyQuery } from '#web/company/queries.ts';
import { finishVideoUpload, toPosting } from '#web/jobs/posting.ts';
import { useLiveJobs } from '#web/jobs/queries.ts';
import { steps, clearJobDraft, readJobDraft, useJobDraft } from '#web/jobs/steps.ts';
import { t, rich } from '#web/texts/app.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { OrderSummary, getInvoiceOrderTexts, getPostingDay, summarizeDraft } from './OrderSummary.tsx';
import { PaySection, ProcessingPayment } from './PaySection.tsx';
import { invalidatePayments, placeOrder } from './queries.ts';
import { usePayment } from './use-payment.ts';

type Props = {
  companyId: string;
  /** The existing order to pay. Null to pay for the draft. */
  orderId: string | null;
};

/** The last step of posting a job: the items and the payment. */
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
          invoiceTexts={getInvoiceOrderTexts(postingDay)}
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

/** The last step of a job for another company. The job is saved as unpaid, because only that company's people can pay. */
export function CreateForCompany({ company }: { company: { id: string; name: string } }) {
  const draft = useJobDraft(company.id);
  const navigate = useNavigate();
  const [openedAt] = useState(() => Date.now());
  const postingDay = getPostingDay(draft.addresses[0], draft.content.postingDay, openedAt);
  const createMutation = useMutation({
    mutationFn: async () => {
      await finishVideoUpload(company.id, () => undefined);
      await placeOrder({ ...toPosting(readJobDraft(company.id)), companyId: company.id });
    },
    onSuccess: async () => {
      toast.success(t('checkout.companyCanReviewJob', { name: company.name }), t('checkout.jobCreated'));
      void invalidatePayments();
      await navigate({ to: '/company/jobs', ignoreBlocker: true });
      clearJobDraft(company.id);
    },
  });
  const isBusy = createMutation.isPending || createMutation.isSuccess;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <OrderSummary summary={summarizeDraft(draft)} autoRenew={draft.content.autoRenew} postingDay={postingDay} />
        <Section title={t('common.payment')}>
          <Stack gap="md" align="flex-start">
            {createMutation.error ? (
              <Alert color="red" variant="light" role="alert" w="100%">
                {errorText(createMutation.error)}
              </Alert>
            ) : null}
            <Text>{rich('checkout.companyPaysNote', { name: company.name, b: (content) => <b>{content}</b> })}</Text>
            <Button color="orange" loading={isBusy} onClick={() => createMutation.mutate()}>
              {t('checkout.createJob')}
            </Button>
          </Stack>
        </Section>
      </SimpleGrid>
      <Group>
        <Anchor component={Link} to={steps[2].path} size="sm">
          {t('checkout.backToAddOns')}
        </Anchor>
      </Group>
    </Stack>
  );
}
