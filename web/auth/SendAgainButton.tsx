import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '#web/trpc.ts';
import { toast } from '#web/ui/toast.ts';

/** Mails the verification link once more. */
export function SendAgainButton(props: Omit<ButtonProps, 'loading' | 'children'>) {
  const sending = useMutation(
    trpc.auth.resendVerification.mutationOptions({
      onSuccess: () => toast.success('We sent you a new link. It expires in 24 hours.'),
      onError: (error) => toast.error(error),
    }),
  );
  return (
    <Button {...props} loading={sending.isPending} onClick={() => sending.mutate()}>
      Send again
    </Button>
  );
}
