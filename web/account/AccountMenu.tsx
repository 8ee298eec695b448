import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceDesktop, IconDots, IconLock, IconLockOpen, IconShieldOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { AccountSessionsDrawer } from './AccountSessionsDrawer.tsx';

type Props = {
  id: string;
  name: string;
  status: 'Active' | 'Locked';
  /** People cannot lock their own account. */
  isSelf?: boolean;
  /** Menu items for this kind of account. They are shown before the items that every account has. */
  children?: ReactNode;
};

/** What an administrator can do with an account: see its sessions, lock and unlock it. */
export function AccountMenu({ id, name, status, isSelf = false, children }: Props) {
  const [isSessionsDrawerOpen, sessionsDrawer] = useDisclosure(false);
  const [isLockDialogOpen, lockDialog] = useDisclosure(false);
  const [isResetDialogOpen, resetDialog] = useDisclosure(false);
  const isLocked = status === 'Locked';
  return (
    <>
      <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('common.actionsForName', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          <Menu.Item leftSection={<IconDeviceDesktop size={16} aria-hidden />} onClick={sessionsDrawer.open}>
            {t('common.sessions')}
          </Menu.Item>
          {isSelf ? null : (
            <Menu.Item leftSection={<IconShieldOff size={16} aria-hidden />} onClick={resetDialog.open}>
              {t('account.resetTwoStep')}
            </Menu.Item>
          )}
          {isSelf ? null : (
            <Menu.Item
              c={isLocked ? undefined : 'var(--mantine-color-error)'}
              leftSection={isLocked ? <IconLockOpen size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
              onClick={lockDialog.open}
            >
              {isLocked ? t('common.unlock') : t('common.lock')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <AccountSessionsDrawer id={id} name={name} isOpen={isSessionsDrawerOpen} onClose={sessionsDrawer.close} />
      <ResetFactorsDialog id={id} name={name} isOpen={isResetDialogOpen} onClose={resetDialog.close} />
      <LockDialog id={id} name={name} status={status} isOpen={isLockDialogOpen} onClose={lockDialog.close} />
    </>
  );
}

type ResetFactorsProps = { id: string; name: string; isOpen: boolean; onClose: () => void };

/** Removes the second factors of a person who lost them (`docs/product/access.md#second-factor`). */
export function ResetFactorsDialog({ id, name, isOpen, onClose }: ResetFactorsProps) {
  const resetMutation = useMutation(
    trpc.admin.resetFactors.mutationOptions({
      onSuccess: () => {
        toast.success(t('account.twoStepWasReset', { name }));
        onClose();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.admin.sessions.pathFilter()),
    }),
  );
  const close = () => {
    resetMutation.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('account.resetTwoStepQuestion', { name })}
      confirmLabel={t('account.resetTwoStep')}
      isDestructive
      isBusy={resetMutation.isPending}
      problem={resetMutation.error ? errorText(resetMutation.error) : null}
      onConfirm={() => resetMutation.mutate({ id })}
      onClose={close}
    >
      {t('account.resetTwoStepExplained')}
    </ConfirmDialog>
  );
}

/** Locks or unlocks an account and reloads the lists that show it. */
const useSetAccountStatus = () =>
  useMutation(
    trpc.admin.setAccountStatus.mutationOptions({
      onSuccess: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.admin.admins.pathFilter()),
          queryClient.invalidateQueries(trpc.admin.applicants.pathFilter()),
          queryClient.invalidateQueries(trpc.admin.sessions.pathFilter()),
          queryClient.invalidateQueries(trpc.company.employees.pathFilter()),
        ]),
    }),
  );

type LockDialogProps = { id: string; name: string; status: 'Active' | 'Locked'; isOpen: boolean; onClose: () => void };

/** Locks or unlocks an account (`docs/product/access.md#account-status`). Locking ends its sessions. */
export function LockDialog({ id, name, status, isOpen, onClose }: LockDialogProps) {
  const statusMutation = useSetAccountStatus();
  const isLocked = status === 'Locked';
  const close = () => {
    statusMutation.reset();
    onClose();
  };
  const send = async () => {
    await statusMutation.mutateAsync({ id, status: isLocked ? 'Active' : 'Locked' });
    toast.success(isLocked ? t('account.accountUnlocked', { name }) : t('account.accountLocked', { name }));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isLocked ? t('account.unlockQuestion', { name }) : t('account.lockQuestion', { name })}
      confirmLabel={isLocked ? t('common.unlock') : t('common.lock')}
      isDestructive={!isLocked}
      isBusy={statusMutation.isPending}
      problem={statusMutation.error ? errorText(statusMutation.error) : null}
      onConfirm={() => void send().catch(() => null)}
      onClose={close}
    >
      {isLocked ? t('account.unlockExplained') : t('account.lockExplained')}
    </ConfirmDialog>
  );
}
