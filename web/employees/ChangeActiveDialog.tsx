import { Alert } from '@mantine/core';
import { fullName } from '#shared/format.ts';
import { errorText } from '#web/errors.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Employee, useUpdateEmployee } from './queries.ts';

type Props = { employee: Employee; isSelf: boolean; isOpen: boolean; onClose: () => void };

/** Deactivating puts somebody out at the next request; reactivating lets them in again, in the same role. */
export function ChangeActiveDialog({ employee, isSelf, isOpen, onClose }: Props) {
  const update = useUpdateEmployee();
  const name = fullName(employee);
  const { id, active } = employee;
  const close = () => {
    update.reset();
    onClose();
  };
  const send = async () => {
    await update.mutateAsync({ id, active: !active });
    toast.success(active ? `${name} was deactivated` : `${name} was reactivated`);
    close();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={active ? `Deactivate ${name}?` : `Reactivate ${name}?`}
      confirmLabel={active ? 'Deactivate' : 'Reactivate'}
      isDestructive={active}
      isBusy={update.isPending}
      onConfirm={() => void send().catch(() => null)}
      onClose={close}
    >
      {wordsOf(active, isSelf)}
      {update.error ? (
        <Alert color="red" role="alert" mt="sm">
          {errorText(update.error)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}

function wordsOf(active: boolean, isSelf: boolean): string {
  if (!active) return 'They can sign in again with the same password and role.';
  if (isSelf)
    return 'This is your own account. You’ll be signed out right away, and only another company admin can reactivate you.';
  return 'They’ll be signed out everywhere and can’t sign in. Their work stays, and you can reactivate them anytime.';
}
