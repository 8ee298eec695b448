import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { changeEmailFormSchema } from '#shared/accounts/auth.ts';
import { type Me, reloadMe } from '#web/me.ts';
import { trpcClient } from '#web/trpc.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { CancelEmailChangeButton } from './CancelEmailChangeButton.tsx';
import { FixedEmail } from './FixedEmail.tsx';
import { SendAgainButton } from './SendAgainButton.tsx';

/** The own address: what it is, one that waits for its proof, and the way to another (`product: Accounts and sessions`). */
export function ChangeEmailForm({ me }: { me: Me }) {
  const form = useSchemaForm(changeEmailFormSchema, { initialValues: { email: '' } });
  const send = async ({ email }: { email: string }) => {
    if (email.toLowerCase() === me.email.toLowerCase()) return form.setErrors({ email: 'You already sign in with this email' });
    await trpcClient.auth.updateProfile.mutate({ email });
    await reloadMe();
    form.reset();
  };
  return (
    <Stack gap="md">
      <FixedEmail email={me.email} />
      {me.emailToVerify ? (
        <Alert color="amber" variant="light">
          <Text size="sm">
            We sent a link to <strong>{me.emailToVerify}</strong>. Until you open it, keep signing in with {me.email}.
          </Text>
          <Group gap="sm" mt="sm">
            <SendAgainButton size="xs" variant="default" />
            <CancelEmailChangeButton email={me.email} />
          </Group>
        </Alert>
      ) : null}
      <Form form={form} onSubmit={send} label="Change email">
        <Stack gap="md">
          <TextInput
            label="New email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={64}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <SubmitButton variant="default" style={{ alignSelf: 'flex-start' }}>
            Change email
          </SubmitButton>
        </Stack>
      </Form>
    </Stack>
  );
}
