import { Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#web/api/query-client.ts';
import { trpc } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './SessionList.module.css';
import { SessionRow } from './SessionList.tsx';

const accountSessionsQuery = (id: string) => trpc.admin.sessions.queryOptions({ id });

const useEndSessions = () =>
  useMutation(
    trpc.admin.endSessions.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.admin.sessions.pathFilter()),
    }),
  );

type AccountSession = { id: string; browser: string };

type Props = { id: string; name: string; isOpen: boolean; onClose: () => void };

/** A person's sessions, which an administrator can see and end. */
export function AccountSessionsDrawer({ id, name, isOpen, onClose }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={!isAsking}
      trapFocus={!isAsking}
      position="right"
      size="md"
      title={
        <Text span fw={650} size="lg">
          {t('account.sessionsForName', { name })}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Sessions id={id} name={name} onAskingChange={setIsAsking} />
    </Drawer>
  );
}

type SessionsProps = {
  id: string;
  name: string;
  /** While a dialog is open above the drawer, keyboard shortcuts belong to the dialog. */
  onAskingChange: (isAsking: boolean) => void;
};

function Sessions({ id, name, onAskingChange }: SessionsProps) {
  const { data, error, refetch, isFetching } = useQuery(accountSessionsQuery(id));
  const { mutate: endSessions, isPending, variables } = useEndSessions();
  const { ask, dialog } = useConfirm();
  const toastHandlers = (successText: string) => ({
    onSuccess: () => toast.success(successText),
    onError: (failure: unknown) => toast.error(failure),
  });
  const confirmEnd = async (title: string, message: string, confirmLabel: string) => {
    onAskingChange(true);
    const isConfirmed = await ask({ title, message, confirmLabel, isDestructive: true });
    onAskingChange(false);
    return isConfirmed;
  };
  const askToEnd = async ({ id: sessionId, browser }: AccountSession) => {
    const title = t('account.endSessionQuestion', { browser });
    const message = t('account.endTheirSessionExplained', { name });
    if (await confirmEnd(title, message, t('account.endSession')))
      endSessions({ id, sessionId }, toastHandlers(t('common.sessionEnded')));
  };
  const askToEndAll = async () => {
    const title = t('account.endAllSessionsQuestion', { name });
    const message = t('account.endAllSessionsExplained');
    if (await confirmEnd(title, message, t('account.endAllSessions')))
      endSessions({ id }, toastHandlers(t('account.allSessionsEnded', { name })));
  };
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data)
    return (
      <Stack component="output" gap="lg" aria-busy aria-label={t('account.loadingSessions')}>
        {[0, 1].map((row) => (
          <Skeleton key={row} h="2.75rem" />
        ))}
      </Stack>
    );
  if (data.items.length === 0)
    return (
      <EmptyState title={t('account.noActiveSessions')} icon={<IconDevices size={28} />}>
        {t('account.noActiveSessionsExplained', { name })}
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.list} aria-label={t('common.sessions')}>
        {data.items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={isPending && variables.sessionId === session.id}
            onEnd={() => void askToEnd(session)}
          />
        ))}
      </ul>
      {data.total > data.items.length ? (
        <Text size="sm" c="dimmed" mt="sm">
          {t('account.olderSessionsCount', { count: data.total - data.items.length })}
        </Text>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button color="red" loading={isPending && variables.sessionId === undefined} onClick={() => void askToEndAll()}>
          {t('account.endAllSessions')}
        </Button>
      </Group>
      {dialog}
    </>
  );
}
