import { Alert } from '@mantine/core';
import { errorText } from '#web/errors.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSetAccountStatus } from './people-queries.ts';

type Props = { id: string; name: string; status: 'Active' | 'Locked'; isOpen: boolean; onClose: () => void };

/** Locks an account, which ends its sessions at once, or opens it again (`product: Accounts and sessions`). */
export function LockDialog({ id, name, status, isOpen, onClose }: Props) {
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
      onConfirm={() => void send().catch(() => null)}
      onClose={close}
    >
      {isLocked
        ? 'They can sign in again with the same password.'
        : 'They’ll be signed out everywhere and can’t sign in until the account is unlocked.'}
      {change.error ? (
        <Alert color="red" role="alert" mt="sm">
          {errorText(change.error)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}
