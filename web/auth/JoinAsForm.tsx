import { Stack } from '@mantine/core';
import * as z from 'zod/mini';
import { fastLoginFormSchema } from '#shared/accounts/auth.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { FixedEmail } from './FixedEmail.tsx';
import { KnownAccountFields } from './KnownAccountFields.tsx';

type Props = { email: string; isSignedIn: boolean; onSubmit: (password: string) => Promise<unknown> };

/** Somebody who has an account joins a company with it: by its password, or by one press where they are signed in. */
export function JoinAsForm({ email, isSignedIn, onSubmit }: Props) {
  return isSignedIn ? <Yes email={email} onSubmit={() => onSubmit('')} /> : <SignIn email={email} onSubmit={onSubmit} />;
}

const noFields = z.object({});

function Yes({ email, onSubmit }: { email: string; onSubmit: () => Promise<unknown> }) {
  const form = useSchemaForm(noFields, { initialValues: {} });
  return (
    <Form form={form} onSubmit={onSubmit} label="Join the company">
      <Stack gap="md">
        <FixedEmail email={email} />
        <SubmitButton fullWidth>Join</SubmitButton>
      </Stack>
    </Form>
  );
}

function SignIn({ email, onSubmit }: Omit<Props, 'isSignedIn'>) {
  const form = useSchemaForm(fastLoginFormSchema, { initialValues: { password: '' } });
  return (
    <Form form={form} onSubmit={({ password }) => onSubmit(password)} label="Join with your account">
      <KnownAccountFields form={form} email={email} submit="Join" />
    </Form>
  );
}
