import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { factorNameFormSchema } from '#shared/accounts/factors.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { canUsePasskeys, makePasskey } from '#web/auth/passkeys.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';

type AddedHandler = (recoveryCodes: string[] | null) => unknown;
type Props = { isOpen: boolean; onClose: () => void; onAdded: AddedHandler };

export function AddPasskeyModal({ isOpen, onClose, onAdded }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('security.addPasskey')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <AddPasskeyForm onAdded={onAdded} />
    </Modal>
  );
}

/** Names a new passkey and lets the browser make it. */
export function AddPasskeyForm({ onAdded }: { onAdded: AddedHandler }) {
  const form = useSchemaForm(factorNameFormSchema, { initialValues: { name: t('security.passkey') } });
  if (!canUsePasskeys()) return <Text size="sm">{t('security.passkeysUnsupported')}</Text>;
  const send = async ({ name }: { name: string }) => {
    const { ticket, options } = await trpcClient.factors.startPasskey.mutate();
    const passkey = await makePasskey(options);
    const { recoveryCodes } = await trpcClient.factors.addPasskey.mutate({ ticket, passkey, name });
    await onAdded(recoveryCodes);
  };
  return (
    <Form form={form} label={t('security.addPasskey')} onSubmit={send}>
      <Stack gap="md">
        <Text size="sm">{t('security.passkeyExplained')}</Text>
        <TextInput
          label={t('common.name')}
          description={t('security.nameHint')}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <SubmitButton fullWidth>{t('common.continueButton')}</SubmitButton>
      </Stack>
    </Form>
  );
}
