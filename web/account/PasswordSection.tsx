import { Text } from '@mantine/core';
import { ChangePasswordForm } from '#web/auth/ChangePasswordForm.tsx';
import { RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { rich, t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { invalidateSessions } from './queries.ts';

/** Changes the person's password. This signs out all other devices and cancels a pending email change. */
export function PasswordSection({ email }: { email: string }) {
  const { emailToVerify } = useMe();
  return (
    <Section title={t('ui.password')} description={t('account.passwordDescription')}>
      <ChangePasswordForm
        email={email}
        onChanged={() => {
          toast.success(
            emailToVerify ? t('account.passwordChangedEmailKept', { email: emailToVerify }) : t('common.passwordChanged'),
          );
          void invalidateSessions();
        }}
      />
      <Text size="sm" c="dimmed" mt="md">
        {rich('account.resetPasswordByEmail', {
          signInLink: (content) => (
            <RouterAnchor to="/forgot-password" size="sm" underline="always">
              {content}
            </RouterAnchor>
          ),
        })}
      </Text>
    </Section>
  );
}
