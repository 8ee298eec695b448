import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { reloadMe } from '#web/me.ts';
import { trpcClient } from '#web/trpc.ts';
import { toast } from '#web/ui/toast.ts';

/** Takes a waiting change of address back: asking for the present one does. */
export function CancelEmailChangeButton({ email }: { email: string }) {
  const cancelling = useMutation({
    mutationFn: async () => {
      await trpcClient.auth.updateProfile.mutate({ email });
      await reloadMe();
    },
    onSuccess: () => toast.success('Your email didn’t change.'),
    onError: (error) => toast.error(error),
  });
  return (
    <Button size="xs" variant="subtle" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
      Cancel change
    </Button>
  );
}
