import { Stack, Text } from '@mantine/core';
import * as z from 'zod/mini';
import { fastLoginFormSchema } from '#shared/auth.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';

type Props = { email: string; isSignedIn: boolean; onSubmit: (password: string) => Promise<unknown> };

/** Somebody who has an account joins a company with it: by its password, or by one press where they are signed in. */
export function JoinAsForm({ email, isSignedIn, onSubmit }: Props) {
  return isSignedIn ? <Yes onSubmit={() => onSubmit('')} /> : <SignIn email={email} onSubmit={onSubmit} />;
}

const noFields = z.object({});

function Yes({ onSubmit }: { onSubmit: () => Promise<unknown> }) {
  const form = useSchemaForm(noFields, { initialValues: {} });
  return (
    <Form form={form} onSubmit={onSubmit} label="Join the company">
      <SubmitButton fullWidth>Join</SubmitButton>
    </Form>
  );
}

function SignIn({ email, onSubmit }: Omit<Props, 'isSignedIn'>) {
  const form = useSchemaForm(fastLoginFormSchema, { initialValues: { password: '' } });
  return (
    <Form form={form} onSubmit={({ password }) => onSubmit(password)} label="Join with your account">
      <Stack gap="md">
        <div>
          <Text size="sm" c="dimmed">
            Email
          </Text>
          <Text fw={600}>{email}</Text>
        </div>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <SubmitButton fullWidth>Join</SubmitButton>
      </Stack>
    </Form>
  );
}
