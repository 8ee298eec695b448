import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { boostDays, postingDays } from '#shared/billing/pricing.ts';
import { errorText } from '#web/api/errors.ts';
import { trpc } from '#web/api/trpc.ts';
import { rich, t } from '#web/texts/app.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { DateText, Money } from '#web/ui/Values.tsx';
import { resumeLabel } from './job-actions.ts';
import { type Job, useCloseJob, useFreeBoost, useCancelRenewal, useResumeRenewal } from './queries.ts';

type Props = { job: Pick<Job, 'id' | 'title'>; isOpen: boolean; onClose: () => void };

/** Asks before closing a job, because a closed job cannot be reopened (`docs/product/jobs.md#closing-and-canceling`). */
export function CloseJobDialog({ job, isOpen, onClose }: Props) {
  const close = useCloseJob();
  const send = async () => {
    await close.mutateAsync({ id: job.id });
    toast.success(t('errors.updated'));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('jobs.closeJobTitle', { title: job.title })}
      confirmLabel={t('jobs.closeJob')}
      cancelLabel={t('jobs.keepOpen')}
      isDestructive
      isBusy={close.isPending}
      problem={close.error ? errorText(close.error) : null}
      onConfirm={() => void send().catch(() => null)}
      onClose={onClose}
    >
      {t('jobs.closeJobMeaning')}
    </ConfirmDialog>
  );
}

type FreeBoostDialogProps = { job: Pick<Job, 'id' | 'title'>; isOpen: boolean; onClose: () => void };

/** Lets an administrator boost a job for free. The audit log records it (`docs/product/money.md#prices`). */
export function FreeBoostDialog({ job, isOpen, onClose }: FreeBoostDialogProps) {
  const boost = useFreeBoost();
  const send = async () => {
    await boost.mutateAsync({ id: job.id });
    toast.success(t('errors.updated'));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('jobs.freeBoostTitle', { title: job.title })}
      confirmLabel={t('common.boostJob')}
      isBusy={boost.isPending}
      problem={boost.error ? errorText(boost.error) : null}
      onConfirm={() => void send().catch(() => undefined)}
      onClose={onClose}
    >
      {t('jobs.freeBoostMeaning', { boostDays })}
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
    await cancel.mutateAsync({ id: job.id, renewalCancellationReason: reason.trim() || null });
    toast.success(t('errors.updated'));
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('jobs.cancelRenewalTitle', { title: job.title })} withCloseButton={false}>
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
                {rich('jobs.cancelRenewalMeaningUntil', {
                  expiresOn: () => <DateText value={job.expirationDate} dateFormat="deadline" zone={job.timeZone} />,
                })}
              </>
            ) : (
              t('jobs.cancelRenewalMeaning')
            )}
          </Text>
          <Textarea
            label={t('jobs.reasonOptional')}
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {cancel.error ? (
            <Alert color="red" role="alert">
              {errorText(cancel.error)}
            </Alert>
          ) : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={cancel.isPending}>
              {t('jobs.keepRenewing')}
            </Button>
            <Button color="red" type="submit" loading={cancel.isPending}>
              {t('jobs.cancelRenewal')}
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

/** Turns auto-renew on, for the first time or after a cancellation. The dialog says when and how much will be billed. */
export function ResumeRenewalDialog({ job, isOpen, onClose }: ResumeRenewalDialogProps) {
  const resume = useResumeRenewal();
  const priceQuery = useQuery({
    ...trpc.checkout.quote.queryOptions({ jobId: job.id, kind: 'renewal' }),
    enabled: isOpen && job.status === 'POSTED',
  });
  const send = async () => {
    await resume.mutateAsync({ id: job.id });
    toast.success(t('errors.updated'));
    onClose();
  };
  const renderExpirationDate = () => <DateText value={job.expirationDate} dateFormat="deadline" zone={job.timeZone} />;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={
        job.renewalCanceledAt
          ? t('jobs.resumeRenewalTitle', { title: job.title })
          : t('jobs.turnOnAutoRenewTitle', { title: job.title })
      }
      confirmLabel={resumeLabel(job)}
      cancelLabel={t('jobs.keepAutoRenewOff')}
      isBusy={resume.isPending || priceQuery.isLoading}
      problem={resume.error ? errorText(resume.error) : null}
      onConfirm={() => void send().catch(() => null)}
      onClose={onClose}
    >
      {priceQuery.data?.total
        ? rich('jobs.renewalTermsWithPrice', {
            postingDays,
            date: renderExpirationDate,
            money: () => <Money dollars={priceQuery.data.total} />,
          })
        : rich('jobs.renewalTerms', { postingDays, date: renderExpirationDate })}
    </ConfirmDialog>
  );
}
