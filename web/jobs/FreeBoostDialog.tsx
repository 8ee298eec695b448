import { boostDays } from '#shared/billing/pricing.ts';
import { messages } from '#shared/messages.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Job, useFreeBoost } from './queries.ts';
import { jobErrorText } from './refusal-words.ts';

type Props = { job: Pick<Job, 'id' | 'title'>; isOpen: boolean; onClose: () => void };

/** An administrator's boost: free, and in the log (`spec: work §6`). */
export function FreeBoostDialog({ job, isOpen, onClose }: Props) {
  const boost = useFreeBoost();
  const send = async () => {
    await boost.mutateAsync({ id: job.id });
    toast.success(messages.updated);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Boost “${job.title}” for free?`}
      confirmLabel="Boost"
      isBusy={boost.isPending}
      onConfirm={() => void send().catch(() => undefined)}
      onClose={onClose}
    >
      It ranks above similar jobs for {boostDays} more days. We’ll notify the company, and the boost is recorded in its log.
      {boost.error ? ` ${jobErrorText(boost.error)}` : null}
    </ConfirmDialog>
  );
}
