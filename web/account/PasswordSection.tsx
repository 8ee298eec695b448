import { Text } from '@mantine/core';
import { ChangePasswordForm } from '#web/auth/ChangePasswordForm.tsx';
import { EntranceLink } from '#web/auth/EntranceLink.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { forgetSessions } from './queries.ts';

/** The own password; every other device is signed out by the change. */
export function PasswordSection({ email, isQuiet = false }: { email: string; isQuiet?: boolean }) {
  return (
    <Section title="Password" description="Changing it signs out every other device.">
      <ChangePasswordForm
        email={email}
        isQuiet={isQuiet}
        onChanged={() => {
          toast.success('Your password was changed');
          void forgetSessions();
        }}
      />
      <Text size="sm" c="dimmed" mt="md">
        You never had one, or forgot it?{' '}
        <EntranceLink to="/forgot-password" size="sm" underline="always">
          Set it by email
        </EntranceLink>
      </Text>
    </Section>
  );
}
