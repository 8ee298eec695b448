import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceDesktop, IconDots, IconLock, IconLockOpen } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AccountSessionsDrawer } from './AccountSessionsDrawer.tsx';
import { LockDialog } from './LockDialog.tsx';

type Props = {
  id: string;
  name: string;
  status: 'Active' | 'Locked';
  /** Nobody locks the own account. */
  isSelf?: boolean;
  /** Entries of this kind of account, before those of every account. */
  children?: ReactNode;
};

/** What an administrator does with anybody's account: see where it is signed in, lock and unlock it. */
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
