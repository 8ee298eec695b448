import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceDesktop, IconDots, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AccountSessionsDrawer } from './AccountSessionsDrawer.tsx';
import { errorText } from '#web/errors.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/query-client.ts';
import { trpc } from '#web/trpc.ts';

type Props = {
  id: string;
  name: string;
  status: 'Active' | 'Locked';
  /** Nobody can lock their own account. */
  isSelf?: boolean;
  /** Entries for this kind of account, shown before those for every account. */
  children?: ReactNode;
};

/** What an administrator can do with an account: see its sessions, lock and unlock it. */
export function AccountMenu({ id, name, status, isSelf = false, children }: Props) {
  const [isWatching, watching] = useDisclosure(false);
  const [isLocking, locking] = useDisclosure(false);
  const isLocked = status === 'Locked';
  return (
    <>
      <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          <Menu.Item leftSection={<IconDeviceDesktop size={16} aria-hidden />} onClick={watching.open}>
            Sessions
          </Menu.Item>
          {isSelf ? null : (
            <Menu.Item
              c={isLocked ? undefined : 'var(--mantine-color-error)'}
              leftSection={isLocked ? <IconLockOpen size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
              onClick={locking.open}
            >
              {isLocked ? 'Unlock' : 'Lock'}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <AccountSessionsDrawer id={id} name={name} isOpen={isWatching} onClose={watching.close} />
      <LockDialog id={id} name={name} status={status} isOpen={isLocking} onClose={locking.close} />
    </>
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
  const change = useSetAccountStatus();
  const isLocked = status === 'Locked';
  const close = () => {
    change.reset();
    onClose();
  };
  const send = async () => {
    await change.mutateAsync({ id, status: isLocked ? 'Active' : 'Locked' });
    toast.success(isLocked ? `${name} was unlocked` : `${name} was locked`);
    close();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isLocked ? `Unlock ${name}?` : `Lock ${name}?`}
      confirmLabel={isLocked ? 'Unlock' : 'Lock'}
      isDestructive={!isLocked}
      isBusy={change.isPending}
      problem={change.error ? errorText(change.error) : null}
      onConfirm={() => void send().catch(() => null)}
      onClose={close}
    >
      {isLocked
        ? 'They can sign in again with the same password.'
        : 'They’ll be signed out everywhere and can’t sign in until the account is unlocked.'}
    </ConfirmDialog>
  );
}
