import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { confirmedMinutes } from '#shared/accounts/factors.ts';
import { clientWithoutRefresh } from '#web/api/clients-without-refresh.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { freshToken, runExclusively } from '#web/session/refresh.ts';
import { startSession } from '#web/session/session.ts';
import { t } from '#web/texts/app.ts';
import { ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { FactorPrompt, type FactorAnswer } from './FactorPrompt.tsx';
import { canUsePasskeys } from './passkeys.ts';
import { getUsableMethods } from './sign-in-step.ts';

type Props = { onAnswer: (isConfirmed: boolean) => void };

/** Asks for the password or a second factor before a sensitive call (`docs/product/access.md#step-up`). */
export function StepUpDialog({ onAnswer }: Props) {
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={t('security.confirmItsYou')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      zIndex={400}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('security.confirmExplained', { count: confirmedMinutes })}
        </Text>
        <ConfirmMethods onConfirmed={() => onAnswer(true)} />
      </Stack>
    </Modal>
  );
}

/** Requests a new passkey challenge each time the dialog opens. */
const methodsQuery = () => ({
  queryKey: ['factors', 'confirm'],
  queryFn: () => trpcClient.factors.startConfirm.mutate(),
  staleTime: Infinity,
  gcTime: 0,
});

function ConfirmMethods({ onConfirmed }: { onConfirmed: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(methodsQuery());
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Skeleton h="7rem" {...asStatus(t('security.loadingMethods'))} />;
  const { ticket, hasPassword, passkey } = data;
  const factors = getUsableMethods(data, canUsePasskeys());
  const [firstFactor] = factors;
  const methods = [...(firstFactor ? [firstFactor] : []), ...(hasPassword ? (['password'] as const) : []), ...factors.slice(1)];
  const send = async (answer: FactorAnswer) => {
    await freshToken();
    await runExclusively(async () => {
      const { accessToken } = await clientWithoutRefresh.factors.confirm.mutate({ ...answer, ticket });
      startSession(accessToken);
    });
    onConfirmed();
  };
  if (methods.length === 0)
    return (
      <>
        <Text size="sm">{t('security.noWayToConfirm')}</Text>
        <Button component="a" href="/logout">
          {t('security.signInAgain')}
        </Button>
      </>
    );
  return <FactorPrompt methods={methods} passkey={passkey} submitLabel={t('common.confirm')} onAnswer={send} />;
}
