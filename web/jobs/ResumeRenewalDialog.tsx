import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import { postingDays } from '#shared/billing/pricing.ts';
import { trpc } from '#web/trpc.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { DateText, Money } from '#web/ui/Values.tsx';
import { type Job, useResumeRenewal } from './queries.ts';
import { jobErrorText } from './refusal-words.ts';
import { resumeLabel } from './renewal-words.ts';

type Props = {
  job: Pick<Job, 'id' | 'title' | 'status' | 'expirationDate' | 'renewalCanceledAt' | 'timeZone'>;
  isOpen: boolean;
  onClose: () => void;
};

/** Turns auto-renew on, for the first time or after a cancellation; says first when it is billed and for how much. */
export function ResumeRenewalDialog({ job, isOpen, onClose }: Props) {
  const resume = useResumeRenewal();
  const price = useQuery({
    ...trpc.checkout.quote.queryOptions({ jobId: job.id, kind: 'renewal' }),
    enabled: isOpen && job.status === 'POSTED',
  });
  const send = async () => {
    await resume.mutateAsync({ id: job.id });
    toast.success(messages.updated);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={job.renewalCanceledAt ? `Resume renewal of “${job.title}”?` : `Turn on auto-renew for “${job.title}”?`}
      confirmLabel={resumeLabel(job)}
      cancelLabel="Keep it off"
      isBusy={resume.isPending || price.isLoading}
      onConfirm={() => void send().catch(() => null)}
      onClose={onClose}
    >
      The job renews on <DateText value={job.expirationDate} as="deadline" zone={job.timeZone} /> and then every {postingDays}{' '}
      days
      {price.data?.total ? (
        <>
          , for <Money dollars={price.data.total} /> at current prices
        </>
      ) : null}
      . You won’t be charged before that date. We’ll email you the price a few days ahead, and you can cancel anytime.
      {resume.error ? (
        <Alert color="red" role="alert" mt="sm">
          {jobErrorText(resume.error)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}
