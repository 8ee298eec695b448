import { Text } from '@mantine/core';
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { type FactorAnswer, FactorPrompt } from '#web/auth/FactorPrompt.tsx';
import { canUsePasskeys } from '#web/auth/passkeys.ts';
import { getUsableMethods } from '#web/auth/sign-in-step.ts';
import { answerSecondFactor } from '#web/auth/sign-in.ts';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { t } from '#web/texts/app.ts';

/** The second step of signing in (`docs/product/access.md#second-factor`). */
function VerifyPage() {
  const { step } = Route.useRouteContext();
  const { history } = useRouter();
  const send = async ({ code, passkey }: FactorAnswer) => {
    const { redirect: redirectPath } = await answerSecondFactor({ challenge: step.token, code, passkey });
    history.push(redirectPath);
  };
  return (
    <AuthCard title={t('security.confirmItsYou')} footer={<RouterAnchor to="/login">{t('common.backToSignIn')}</RouterAnchor>}>
      <FactorPrompt
        methods={getUsableMethods(step, canUsePasskeys())}
        passkey={step.passkey}
        submitLabel={t('security.verify')}
        onAnswer={send}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t('security.lostEverything')}
      </Text>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/login_/verify')({
  beforeLoad: async () => {
    const { loadStep } = await import('#web/auth/sign-in-step.ts');
    const step = loadStep();
    if (!step) throw redirect({ to: '/login', replace: true });
    return { step };
  },
  component: VerifyPage,
});
