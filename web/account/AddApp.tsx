import { Button, Code, CopyButton, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { addTotpFormSchema } from '#shared/accounts/factors.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';

type AddedHandler = (recoveryCodes: string[] | null) => unknown;
type Props = { isOpen: boolean; onClose: () => void; onAdded: AddedHandler };

export function AddAppModal({ isOpen, onClose, onAdded }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('security.addApp')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <AddAppForm onAdded={onAdded} />
    </Modal>
  );
}

/** Requests a new key each time the dialog opens. The server stores a key only after a code proves that the app has it. */
const totpSetupQuery = () => ({
  queryKey: ['factors', 'setup'],
  queryFn: () => trpcClient.factors.startTotp.mutate(),
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
});

/** Shows the key of a new authenticator app as a QR code and as text, and checks the first code. */
export function AddAppForm({ onAdded }: { onAdded: AddedHandler }) {
  const { data, error, refetch, isFetching } = useQuery(totpSetupQuery());
  const form = useSchemaForm(addTotpFormSchema, { initialValues: { name: t('security.defaultAppName'), code: '' } });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Skeleton h="22rem" {...asStatus(t('security.loadingMethods'))} />;
  const send = async (values: { name: string; code: string }) => {
    const { recoveryCodes } = await trpcClient.factors.addTotp.mutate({ ...values, ticket: data.ticket });
    await onAdded(recoveryCodes);
  };
  return (
    <Form form={form} label={t('security.addApp')} onSubmit={send}>
      <Stack gap="md">
        <Text size="sm">{t('security.scanCode')}</Text>
        <QrCode text={data.uri} label={t('security.qrCode')} />
        <Stack gap={4}>
          <Text size="sm">{t('security.orTypeKey')}</Text>
          <Group gap="xs">
            <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {data.secret.match(/.{1,4}/g)?.join(' ')}
            </Code>
            <CopyButton value={data.secret}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="default" onClick={copy}>
                  {copied ? t('security.copied') : t('security.copyKey')}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Stack>
        <Text size="sm">{t('security.enterAppCode')}</Text>
        <TextInput
          label={t('security.appCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <TextInput
          label={t('common.name')}
          description={t('security.nameHint')}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <SubmitButton fullWidth>{t('security.addAppButton')}</SubmitButton>
      </Stack>
    </Form>
  );
}

/**
 * Draws the QR code in the browser, so the key is not sent to another service. The code is dark on white in both color
 * schemes, because cameras need the contrast.
 */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <figure aria-label={label} style={{ margin: 0, alignSelf: 'center' }}>
      <svg
        aria-hidden
        viewBox={`0 0 ${size} ${size}`}
        width={208}
        height={208}
        shapeRendering="crispEdges"
        style={{ background: '#fff', borderRadius: 8 }}
      >
        <path d={path} fill="#000" />
      </svg>
    </figure>
  );
}
