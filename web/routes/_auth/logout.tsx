import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import { logOut } from '#web/me.ts';

/** The same question as the sidebar's, for whoever comes by address (`spec: access §2`). */
function LogoutPage() {
  const { history } = useRouter();
  const leaving = useMutation({ mutationFn: logOut, onSuccess: () => history.push('/login') });
  return (
    <AuthCard title="Are you sure you want to Logout?" tab="Log out">
      <Group>
        <Button color="orange" loading={leaving.isPending} onClick={() => leaving.mutate()}>
          Log out
        </Button>
        <Button variant="default" disabled={leaving.isPending} onClick={() => history.push('/')}>
          Cancel
        </Button>
      </Group>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/logout')({ component: LogoutPage });
