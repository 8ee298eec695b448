import { Text } from '@mantine/core';
import { ChangePasswordForm } from '#web/auth/ChangePasswordForm.tsx';
import { EntranceLink } from '#web/auth/EntranceLink.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMe } from '#web/use-me.ts';
import { forgetSessions } from './queries.ts';

/** The own password; every other device is signed out by the change, and an address that waits for its proof is forgotten. */
export function PasswordSection({ email, isQuiet = false }: { email: string; isQuiet?: boolean }) {
  const { emailToVerify } = useMe();
  const forgotten = emailToVerify ? `. Your email was not changed to ${emailToVerify}: ask for it again` : '';
  return (
    <Section title="Password" description="Changing it signs out every other device.">
      <ChangePasswordForm
        email={email}
        isQuiet={isQuiet}
        onChanged={() => {
          toast.success(`Your password was changed${forgotten}`);
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
