import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { logOut } from '#web/me.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Ends the session on the server and here, then goes to the log-in, whatever was begun on this screen (`spec: access §2`). */
export function LogoutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { history } = useRouter();
  const leaving = useMutation({ mutationFn: logOut, onSuccess: () => history.push('/login', {}, { ignoreBlocker: true }) });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => leaving.mutate()}
      isBusy={leaving.isPending}
      title="Are you sure you want to Logout?"
      confirmLabel="Log out"
    />
  );
}
