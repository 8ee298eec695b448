import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '#web/errors.ts';
import { clearJobDraft, readJobDraft, useJobDraft, steps } from '#web/jobs/steps.ts';
import { settleVideo, toPosting } from '#web/jobs/posting.ts';

import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { OrderSummary } from './OrderSummary.tsx';
import { postingDayOf, summaryOfDraft } from './summary.ts';
import { forgetPayments, placeOrder } from './queries.ts';
import { rich, t } from '#web/texts/app.ts';

/** The last step of a job for another company. The job is saved as unpaid, because only that company's people can pay. */
export function CreateForCompany({ company }: { company: { id: string; name: string } }) {
  const draft = useJobDraft(company.id);
  const navigate = useNavigate();
  const [openedAt] = useState(() => Date.now());
  const postingDay = postingDayOf(draft.addresses[0], draft.content.postingDay, openedAt);
  const creating = useMutation({
    mutationFn: async () => {
      await settleVideo(company.id, () => undefined);
      await placeOrder({ ...toPosting(readJobDraft(company.id)), companyId: company.id });
    },
    onSuccess: async () => {
      toast.success(t('checkout.nameCanNowReviewJob', { name: company.name }), t('checkout.jobCreated'));
      void forgetPayments();
      await navigate({ to: '/company/jobs', ignoreBlocker: true });
      clearJobDraft(company.id);
    },
  });
  const isBusy = creating.isPending || creating.isSuccess;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <OrderSummary summary={summaryOfDraft(draft)} autoRenew={draft.content.autoRenew} postingDay={postingDay} />
        <Section title={t('common.payment')}>
          <Stack gap="md" align="flex-start">
            {creating.error ? (
              <Alert color="red" variant="light" role="alert" w="100%">
                {errorText(creating.error)}
              </Alert>
            ) : null}
            <Text>{rich('checkout.namePaysJobSelectCreate', { name: company.name, b: (content) => <b>{content}</b> })}</Text>
            <Button color="orange" loading={isBusy} onClick={() => creating.mutate()}>
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
