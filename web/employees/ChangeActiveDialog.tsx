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
    toast.success(active ? `${name} was deactivated` : `${name} works here again`);
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
  if (!active) return 'They sign in again with the password they had, in the role they had.';
  if (isSelf) return 'This is you: you are signed out at once, and only another company admin lets you in again.';
  return 'They are signed out everywhere at once and cannot sign in. What they did stays, and you can reactivate them.';
}
