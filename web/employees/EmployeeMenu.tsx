import { ActionIcon, Menu, Button, Group, Modal, Stack, Text } from '@mantine/core';
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
import { passwordFormSchema } from '#shared/companies/employee.ts';
import { fullName } from '#shared/format.ts';
import { LockDialog } from '#web/account/AccountMenu.tsx';
import { AccountSessionsDrawer } from '#web/account/AccountSessionsDrawer.tsx';
import { errorText } from '#web/api/errors.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { toast } from '#web/ui/toast.ts';
import { EditEmployeeDrawer } from './AddEmployeeDrawer.tsx';
import { type Employee, useInviteAgain, useSetEmployeePassword, useUpdateEmployee } from './queries.ts';

const size = 16;

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
      { onSuccess: () => toast.success(t('employees.invitationSent', { email })), onError: (error) => toast.error(error) },
    );
  return (
    <>
      <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('common.actionsForName', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={size} aria-hidden />} onClick={editing.open}>
            {t('common.edit')}
          </Menu.Item>
          {active && invited ? (
            <Menu.Item leftSection={<IconMail size={size} aria-hidden />} onClick={invite}>
              {t('employees.resendInvitation')}
            </Menu.Item>
          ) : null}
          {active && !isSelf && !me.impersonatorId ? (
            <Menu.Item leftSection={<IconKey size={size} aria-hidden />} onClick={setting.open}>
              {t('common.resetPassword')}
            </Menu.Item>
          ) : null}
          {isAdministrator ? (
            <>
              <Menu.Item leftSection={<IconDeviceDesktop size={size} aria-hidden />} onClick={watching.open}>
                {t('common.sessions')}
              </Menu.Item>
              <Menu.Item
                leftSection={blocked ? <IconLockOpen size={size} aria-hidden /> : <IconLock size={size} aria-hidden />}
                onClick={locking.open}
              >
                {blocked ? t('common.unlock') : t('common.lock')}
              </Menu.Item>
            </>
          ) : null}
          <Menu.Item
            c={active ? 'var(--mantine-color-error)' : undefined}
            leftSection={active ? <IconUserOff size={size} aria-hidden /> : <IconUserCheck size={size} aria-hidden />}
            onClick={changing.open}
          >
            {active ? t('common.deactivate') : t('employees.reactivate')}
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

type Props = { employee: Employee; isSelf: boolean; isOpen: boolean; onClose: () => void };

/** Deactivating ends access at the next request. Reactivating restores it with the same role. */
function ChangeActiveDialog({ employee, isSelf, isOpen, onClose }: Props) {
  const update = useUpdateEmployee();
  const name = fullName(employee);
  const { id, active } = employee;
  const close = () => {
    update.reset();
    onClose();
  };
  const send = async () => {
    await update.mutateAsync({ id, active: !active });
    toast.success(active ? t('employees.employeeDeactivated', { name }) : t('employees.employeeReactivated', { name }));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={active ? t('employees.deactivateQuestion', { name }) : t('employees.reactivateQuestion', { name })}
      confirmLabel={active ? t('common.deactivate') : t('employees.reactivate')}
      isDestructive={active}
      isBusy={update.isPending}
      problem={update.error ? errorText(update.error) : null}
      onConfirm={() => void send().catch(() => null)}
      onClose={close}
    >
      {wordsOf(active, isSelf)}
    </ConfirmDialog>
  );
}

function wordsOf(active: boolean, isSelf: boolean): string {
  if (!active) return t('employees.reactivateExplained');
  if (isSelf) return t('employees.deactivateSelfExplained');
  return t('employees.deactivateExplained');
}

type SetPasswordDialogProps = {
  name: string;
  isOpen: boolean;
  onClose: () => void;
  onSubmit: (password: string) => Promise<unknown>;
};

/** Sets a password that the employee must change at the next sign-in (`docs/product/access.md#passwords`). */
function SetPasswordDialog({ name, isOpen, onClose, onSubmit }: SetPasswordDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('employees.newPasswordTitle', { name })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <PasswordForm
        name={name}
        onClose={onClose}
        onSubmit={async (password) => {
          await onSubmit(password);
          toast.success(t('employees.newPasswordSaved', { name }));
          onClose();
        }}
      />
    </Modal>
  );
}

function PasswordForm({ name, onClose, onSubmit }: Omit<SetPasswordDialogProps, 'isOpen'>) {
  const form = useSchemaForm(passwordFormSchema, { initialValues: { password: '' } });
  return (
    <Form form={form} label={t('common.newPassword')} onSubmit={({ password }) => onSubmit(password)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('employees.newPasswordExplained', { name })}
        </Text>
        <NewPasswordField
          label={t('ui.password')}
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <SubmitButton>{t('employees.setPassword')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
