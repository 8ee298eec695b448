import { Stack, TextInput } from '@mantine/core';
import { factorNameFormSchema } from '#shared/accounts/factors.ts';
import { t } from '#web/texts/app.ts';
import { trpcClient } from '#web/trpc.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { FormModal } from '#web/ui/form/FormDrawer.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';
import { type Factor, forgetFactors } from './queries.ts';

type Props = { factor: Factor | null; onClose: () => void };

export function RenameFactorModal({ factor, onClose }: Props) {
  return (
    <FormModal title={t('security.rename')} isOpen={factor !== null} onClose={onClose}>
      {factor ? <RenameForm key={factor.id} factor={factor} onRenamed={onClose} /> : null}
    </FormModal>
  );
}

function RenameForm({ factor: { id, name }, onRenamed }: { factor: Factor; onRenamed: () => void }) {
  const form = useSchemaForm(factorNameFormSchema, { initialValues: { name } });
  const send = async (values: { name: string }) => {
    await trpcClient.factors.rename.mutate({ id, name: values.name });
    await forgetFactors();
    toast.success(t('security.methodRenamed'));
    onRenamed();
  };
  return (
    <Form form={form} label={t('security.rename')} onSubmit={send}>
      <Stack gap="md">
        <TextInput
          label={t('security.name')}
          description={t('security.nameHint')}
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <SubmitButton>{t('common.save')}</SubmitButton>
      </Stack>
    </Form>
  );
}
