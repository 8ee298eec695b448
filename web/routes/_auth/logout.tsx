import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { AuthCard } from '#web/layouts/AuthCard.tsx';
import { logOut } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';

/** Asks the same question as the sidebar, for people who open the URL (`docs/product/access.md#signing-out`). */
function LogoutPage() {
  const { history } = useRouter();
  const logoutMutation = useMutation({ mutationFn: logOut, onSuccess: () => history.push('/login') });
  return (
    <AuthCard title={t('common.logOutConfirm')} tabTitle={t('common.logOut')}>
      <Group>
        <Button color="orange" loading={logoutMutation.isPending} onClick={() => logoutMutation.mutate()}>
          {t('common.logOut')}
        </Button>
        <Button variant="default" disabled={logoutMutation.isPending} onClick={() => history.push('/')}>
          {t('common.cancel')}
        </Button>
      </Group>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/logout')({ component: LogoutPage });
