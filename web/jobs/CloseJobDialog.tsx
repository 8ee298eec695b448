import { Alert } from '@mantine/core';
import { messages } from '#shared/messages.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Job, useCloseJob } from './queries.ts';
import { jobErrorText } from './refusal-words.ts';

type Props = { job: Pick<Job, 'id' | 'title'>; isOpen: boolean; onClose: () => void };

/** Closing is final (`product: Job states`). */
export function CloseJobDialog({ job, isOpen, onClose }: Props) {
  const close = useCloseJob();
  const send = async () => {
    await close.mutateAsync({ id: job.id });
    toast.success(messages.updated);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Close “${job.title}”?`}
      confirmLabel="Close job"
      cancelLabel="Keep open"
      isDestructive
      isBusy={close.isPending}
      onConfirm={() => void send().catch(() => null)}
      onClose={onClose}
    >
      This removes the job from search for good. You’ll keep its applicants.
      {close.error ? (
        <Alert color="red" role="alert" mt="sm">
          {jobErrorText(close.error)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}
