import { Anchor, Badge, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { codeFormSchema } from '#shared/accounts/sign-in-code.ts';
import { normalizeSignInCode } from '#shared/accounts/sign-in.ts';
import { phone as formatPhone } from '#shared/format.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc, trpcClient } from '#web/api/trpc.ts';
import { CodeInput } from '#web/auth/CodeInput.tsx';
import { getDeviceId } from '#web/auth/cookies.ts';
import { rich, t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { FormModal } from '#web/ui/form/FormDrawer.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';

const textSignInQuery = () => ({ ...trpc.factors.textSignIn.queryOptions(), staleTime: 0 });
const invalidate = () => queryClient.invalidateQueries(trpc.factors.textSignIn.queryFilter());

type Sent = { phone: string; ticket: string };

/** Whether codes by text message sign in to the account (`docs/product/access.md#codes-by-text-message`). */
export function TextSignIn() {
  const { data } = useQuery(textSignInQuery());
  const [sent, setSent] = useState<Sent | null>(null);
  const send = useMutation({
    mutationFn: async (phone: string) => {
      const { ticket } = await trpcClient.auth.requestCode.mutate({ phone, deviceId: getDeviceId() });
      return { phone, ticket };
    },
    onSuccess: setSent,
    onError: (error) => toast.error(error),
  });
  const turnOff = useMutation(
    trpc.factors.turnOffTextSignIn.mutationOptions({
      onSuccess: () => toast.success(t('security.textSignInOff')),
      onError: (error) => toast.error(error),
      onSettled: invalidate,
    }),
  );
  if (!data?.isOffered) return null;
  const { phone, isOn } = data;
  return (
    <Section
      title={t('security.textSignIn')}
      description={t('security.textSignInExplained')}
      actions={<Badge color={isOn ? 'green' : 'gray'}>{isOn ? t('security.isOn') : t('security.isOff')}</Badge>}
      footer={
        phone === null ? null : isOn ? (
          <Button variant="default" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
            {t('security.turnOffTextSignIn')}
          </Button>
        ) : (
          <Button variant="default" loading={send.isPending} onClick={() => send.mutate(phone)}>
            {t('security.turnOnTextSignIn')}
          </Button>
        )
      }
    >
      <Text size="sm">{phone === null ? t('security.textSignInNeedsPhone') : formatPhone(phone)}</Text>
      {phone === null || isOn ? null : (
        <Text size="xs" c="dimmed" mt="xs">
          {t('common.textRates')}
        </Text>
      )}
      <FormModal title={t('common.enterCode')} isOpen={sent !== null} onClose={() => setSent(null)}>
        {sent ? <CodeForm key={sent.ticket} sent={sent} onResend={send.mutate} onDone={() => setSent(null)} /> : null}
      </FormModal>
    </Section>
  );
}

type CodeFormProps = { sent: Sent; onResend: (phone: string) => void; onDone: () => void };

function CodeForm({ sent: { phone, ticket }, onResend, onDone }: CodeFormProps) {
  const form = useSchemaForm<{ code: string }>(codeFormSchema, { initialValues: { code: '' } });
  return (
    <Form
      form={form}
      label={t('common.enterCode')}
      onSubmit={async ({ code }) => {
        await trpcClient.auth.checkCode.mutate({ phone, ticket, code: normalizeSignInCode(code), deviceId: getDeviceId() });
        await trpcClient.factors.turnOnTextSignIn.mutate({ ticket });
        await invalidate();
        toast.success(t('security.textSignInOn'));
        onDone();
      }}
    >
      <Stack gap="md">
        <Text size="sm">{rich('signUp.codeTextedTo', { address: formatPhone(phone), b: (content) => <b>{content}</b> })}</Text>
        <CodeInput data-autofocus key={form.key('code')} {...form.getInputProps('code')} />
        <SubmitButton>{t('common.continueButton')}</SubmitButton>
        <Anchor component="button" type="button" size="sm" onClick={() => onResend(phone)}>
          {t('signUp.getANewCode')}
        </Anchor>
      </Stack>
    </Form>
  );
}
