import { Text } from '@mantine/core';
import { ChangePasswordForm } from '#web/auth/ChangePasswordForm.tsx';
import { SignInLink } from '#web/frames/AuthCard.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMe } from '#web/use-me.ts';
import { invalidateSessions } from './queries.ts';
import { rich, t } from '#web/texts/app.ts';

/** Changes the person's password. All other devices are signed out, and a pending change of address is canceled. */
export function PasswordSection({ email, isQuiet = false }: { email: string; isQuiet?: boolean }) {
  const { emailToVerify } = useMe();
  return (
    <Section title={t('common.password')} description={t('account.changingPasswordSignsOutAll')}>
      <ChangePasswordForm
        email={email}
        isQuiet={isQuiet}
        onChanged={() => {
          toast.success(
            emailToVerify ? t('account.passwordChangedAndEmailKept', { email: emailToVerify }) : t('errors.passwordChanged'),
          );
          void invalidateSessions();
        }}
      />
      <Text size="sm" c="dimmed" mt="md">
        {rich('account.noPasswordForgotResetEmail', {
          signInLink: (content) => (
            <SignInLink to="/forgot-password" size="sm" underline="always">
              {content}
            </SignInLink>
          ),
        })}
      </Text>
    </Section>
  );
}
