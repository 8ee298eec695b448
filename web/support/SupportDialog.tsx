import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { supportFormSchema, maxMessage } from '#shared/companies/support.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { FormModal } from '#web/ui/form/FormDrawer.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAskSupport } from './queries.ts';

type Props = {
  job: { id: string; title: string };
  /** The side that writes. Support writes to the company, and the company to support. */
  side: 'support' | 'company';
  isOpen: boolean;
  onClose: () => void;
};

/** Starts a conversation about a job (`docs/product/jobs.md#contacting-support-about-a-job`). */
export function SupportDialog({ job, side, isOpen, onClose }: Props) {
  return (
    <FormModal
      title={side === 'support' ? t('support.writeToTheCompany') : t('common.contactSupport')}
      isOpen={isOpen}
      onClose={onClose}
    >
      <SupportForm job={job} side={side} onDone={onClose} />
    </FormModal>
  );
}

function SupportForm({ job, side, onDone }: Pick<Props, 'job' | 'side'> & { onDone: () => void }) {
  const send = useAskSupport();
  const navigate = useNavigate();
  const form = useSchemaForm(supportFormSchema, { initialValues: { subject: '', message: '' } });
  return (
    <Form
      form={form}
      label={t('common.message')}
      onSubmit={async (values) => {
        const { id } = await send.mutateAsync({ jobId: job.id, ...values });
        onDone();
        toast.success(t('common.messageSent'));
        await navigate({ to: side === 'support' ? '/admin/messages/$id' : '/company/messages/$id', params: { id } });
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {side === 'support'
            ? t('support.writeToTheCompanyHint', { title: job.title })
            : t('support.contactSupportHint', { title: job.title })}
        </Text>
        <TextInput
          label={t('support.subject')}
          data-autofocus
          maxLength={150}
          key={form.key('subject')}
          {...form.getInputProps('subject')}
        />
        <Textarea
          label={t('common.message')}
          autosize
          minRows={5}
          maxRows={14}
          maxLength={maxMessage}
          key={form.key('message')}
          {...form.getInputProps('message')}
        />
        <Group justify="flex-end">
          <SubmitButton>{t('common.send')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
