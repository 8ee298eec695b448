import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconDeviceDesktop,
  IconDots,
  IconKey,
  IconLock,
  IconLockOpen,
  IconMail,
  IconPencil,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { can } from '#shared/access/access.ts';
import { fullName } from '#shared/format.ts';
import { AccountSessionsDrawer } from '#web/admin/AccountSessionsDrawer.tsx';
import { LockDialog } from '#web/admin/LockDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useMe } from '#web/use-me.ts';
import { ChangeActiveDialog } from './ChangeActiveDialog.tsx';
import { EditEmployeeDrawer } from './EditEmployeeDrawer.tsx';
import { type Employee, useInviteAgain, useSetEmployeePassword } from './queries.ts';
import { SetPasswordDialog } from './SetPasswordDialog.tsx';

const size = 16;

/** What may be done with somebody who works here. */
export function EmployeeMenu({ employee }: { employee: Employee }) {
  const me = useMe();
  const [isEditing, editing] = useDisclosure(false);
  const [isSetting, setting] = useDisclosure(false);
  const [isChanging, changing] = useDisclosure(false);
  const [isWatching, watching] = useDisclosure(false);
  const { mutateAsync: setPassword } = useSetEmployeePassword();
  const { mutate: inviteAgain } = useInviteAgain();
  const [isLocking, locking] = useDisclosure(false);
  const { id, active, invited, blocked, email } = employee;
  const name = fullName(employee);
  const isSelf = id === me.id;
  const isAdministrator = can(me.roles, 'accounts.manage') && !isSelf;
  const invite = () =>
    inviteAgain(
      { id },
      { onSuccess: () => toast.success(`Invitation sent to ${email}`), onError: (error) => toast.error(error) },
    );
  return (
    <>
      <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={size} aria-hidden />} onClick={editing.open}>
            Edit
          </Menu.Item>
          {active && invited ? (
            <Menu.Item leftSection={<IconMail size={size} aria-hidden />} onClick={invite}>
              Resend invitation
            </Menu.Item>
          ) : null}
          {active && !isSelf && !me.impersonatorId ? (
            <Menu.Item leftSection={<IconKey size={size} aria-hidden />} onClick={setting.open}>
              Reset password
            </Menu.Item>
          ) : null}
          {isAdministrator ? (
            <>
              <Menu.Item leftSection={<IconDeviceDesktop size={size} aria-hidden />} onClick={watching.open}>
                Sessions
              </Menu.Item>
              <Menu.Item
                leftSection={blocked ? <IconLockOpen size={size} aria-hidden /> : <IconLock size={size} aria-hidden />}
                onClick={locking.open}
              >
                {blocked ? 'Unlock' : 'Lock'}
              </Menu.Item>
            </>
          ) : null}
          <Menu.Item
            c={active ? 'var(--mantine-color-error)' : undefined}
            leftSection={active ? <IconUserOff size={size} aria-hidden /> : <IconUserCheck size={size} aria-hidden />}
            onClick={changing.open}
          >
            {active ? 'Deactivate' : 'Reactivate'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EditEmployeeDrawer employee={employee} isOpen={isEditing} onClose={editing.close} />
      <SetPasswordDialog
        name={name}
        isOpen={isSetting}
        onClose={setting.close}
        onSubmit={(password) => setPassword({ employeeId: id, password })}
      />
      <ChangeActiveDialog employee={employee} isSelf={isSelf} isOpen={isChanging} onClose={changing.close} />
      <AccountSessionsDrawer id={id} name={name} isOpen={isWatching} onClose={watching.close} />
      <LockDialog id={id} name={name} status={blocked ? 'Locked' : 'Active'} isOpen={isLocking} onClose={locking.close} />
    </>
  );
}
