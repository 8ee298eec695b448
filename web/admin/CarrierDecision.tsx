import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { lineField } from '#shared/fields.ts';
import { cityState } from '#shared/format.ts';
import { CarrierCheckDetails } from '#web/company/CarrierCheckDetails.tsx';
import { type CarrierCheck, companyPageQuery, useDecideCheck } from '#web/company/page-queries.ts';
import type { Company } from '#web/company/queries.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';

/** The newest check of the company's USDOT number, which an administrator confirms or rejects. */
export function CarrierDecision({ company }: { company: Company }) {
  const { data: page } = useQuery(companyPageQuery(company.id));
  const decide = useDecideCheck();
  const [isRejecting, setIsRejecting] = useState(false);
  if (!page?.check) return null;
  const { check, companyName } = page;
  const { state, checkedAt } = check;
  const confirm = () =>
    decide.mutate(
      { companyId: company.id, checkedAt, decision: 'verified' },
      { onSuccess: () => toast.success(t('companyPage.confirmed')), onError: (error) => toast.error(error) },
    );
  return (
    <Section
      title={t('companyPage.carrierCheck')}
      description={state === 'waiting' ? t('companyPage.decisionHint') : undefined}
      footer={
        state === 'waiting' || state === 'verified' ? (
          <Group gap="sm">
            <Button variant="default" onClick={() => setIsRejecting(true)}>
              {state === 'verified' ? t('companyPage.removeBadge') : t('companyPage.reject')}
            </Button>
            {state === 'waiting' ? (
              <Button loading={decide.isPending} onClick={confirm}>
                {t('companyPage.confirmCarrier')}
              </Button>
            ) : null}
          </Group>
        ) : undefined
      }
    >
      <CarrierCheckDetails check={check} companyName={companyName} companyPlace={cityState(company)} />
      <Modal
        opened={isRejecting}
        onClose={() => setIsRejecting(false)}
        title={t(state === 'verified' ? 'companyPage.removeBadgeTitle' : 'companyPage.rejectTitle', { companyName })}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <RejectForm companyId={company.id} check={check} onClose={() => setIsRejecting(false)} />
      </Modal>
    </Section>
  );
}

const reasonSchema = z.object({ reason: lineField(1, 500, 'companyPage.rejectionReasonRequired') });

function RejectForm({ companyId, check, onClose }: { companyId: string; check: CarrierCheck; onClose: () => void }) {
  const decide = useDecideCheck();
  const form = useSchemaForm(reasonSchema, { initialValues: { reason: '' } });
  const send = async ({ reason }: { reason: string }) => {
    await decide.mutateAsync({ companyId, checkedAt: check.checkedAt, decision: 'rejected', reason });
    toast.success(t('companyPage.rejectionSent'));
    onClose();
  };
  return (
    <Form form={form} label={t('companyPage.reject')} onSubmit={send}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('companyPage.rejectHint')}
        </Text>
        <TextInput
          label={t('common.reason')}
          required
          maxLength={500}
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <SubmitButton color="red">{t('companyPage.reject')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
