import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { messages } from '#shared/messages.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Job, useCloseJob, useFreeBoost, useCancelRenewal, useResumeRenewal } from './queries.ts';
import { jobErrorText, resumeLabel } from './job-acts.ts';
import { boostDays, postingDays } from '#shared/billing/pricing.ts';
import { useState } from 'react';
import { DateText, Money } from '#web/ui/Values.tsx';
import { useQuery } from '@tanstack/react-query';
import { trpc } from '#web/trpc.ts';

type Props = { job: Pick<Job, 'id' | 'title'>; isOpen: boolean; onClose: () => void };

/** Closing is final (`docs/product/jobs.md#closing-and-canceling`). */
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
      problem={close.error ? jobErrorText(close.error) : null}
      onConfirm={() => void send().catch(() => null)}
      onClose={onClose}
    >
      This removes the job from search for good. You’ll keep its applicants.
    </ConfirmDialog>
  );
}

type FreeBoostDialogProps = { job: Pick<Job, 'id' | 'title'>; isOpen: boolean; onClose: () => void };

/** A free boost by an administrator, which goes to the audit log (`docs/product/money.md#prices`). */
export function FreeBoostDialog({ job, isOpen, onClose }: FreeBoostDialogProps) {
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
      problem={boost.error ? jobErrorText(boost.error) : null}
      onConfirm={() => void send().catch(() => undefined)}
      onClose={onClose}
    >
      It ranks above similar jobs for {boostDays} more days. We’ll notify the company, and the boost is recorded in its log.
    </ConfirmDialog>
  );
}

type CancelRenewalDialogProps = {
  job: Pick<Job, 'id' | 'title' | 'expirationDate' | 'timeZone'>;
  isOpen: boolean;
  onClose: () => void;
};

/** Cancels the renewal of a job with a reason. The job stays up until it expires. */
export function CancelRenewalDialog({ job, isOpen, onClose }: CancelRenewalDialogProps) {
  const [reason, setReason] = useState('');
  const cancel = useCancelRenewal();
  const send = async () => {
    await cancel.mutateAsync({ id: job.id, renewalCancelationReason: reason.trim() || null });
    toast.success(messages.updated);
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Cancel renewal of “${job.title}”?`} withCloseButton={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send().catch(() => null);
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {job.expirationDate ? (
              <>
                Your job stays live until <DateText value={job.expirationDate} as="deadline" zone={job.timeZone} />, and you won’t
                be charged again.
              </>
            ) : (
              'Your job runs through its paid days, and you won’t be charged again.'
            )}
          </Text>
          <Textarea
            label="Reason (optional)"
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {cancel.error ? (
            <Alert color="red" role="alert">
              {jobErrorText(cancel.error)}
            </Alert>
          ) : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={cancel.isPending}>
              Keep renewing
            </Button>
            <Button color="red" type="submit" loading={cancel.isPending}>
              Cancel renewal
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type ResumeRenewalDialogProps = {
  job: Pick<Job, 'id' | 'title' | 'status' | 'expirationDate' | 'renewalCanceledAt' | 'timeZone'>;
  isOpen: boolean;
  onClose: () => void;
};

/** Turns auto-renew on, for the first time or after a cancellation. It first states when and how much will be billed. */
export function ResumeRenewalDialog({ job, isOpen, onClose }: ResumeRenewalDialogProps) {
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
      problem={resume.error ? jobErrorText(resume.error) : null}
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
    </ConfirmDialog>
  );
}
