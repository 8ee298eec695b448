import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { DateText } from '#web/ui/Values.tsx';
import { isLapsed, isPayable, isRenewalResumable, resumeLabel } from './job-acts.ts';
import type { JobDetail } from './queries.ts';

import { ResumeRenewalDialog } from './CloseJobDialog.tsx';
import { rich, t } from '#web/texts/app.ts';

type Props = { job: JobDetail; mayPay: boolean; mayEdit: boolean };

/** Why the job is not public, and what to do about it. */
export function JobNotice({ job, mayPay, mayEdit }: Props) {
  if (job.status === 'PROCESSING_PAYMENT')
    return (
      <Alert role="note" color="amber">
        {t('jobs.wereProcessingPaymentJob')}
      </Alert>
    );
  if (job.status === 'DISABLED')
    return (
      <Alert role="note" color="red">
        {t('jobs.thisJobRemovedHaulboardContact')}
      </Alert>
    );
  if (job.status === 'SCHEDULED') {
    return (
      <Alert role="note" color="navy">
        {rich('jobs.thisJobPaidGoesLive', {
          dateText: () => <DateText value={job.scheduledAt} as="deadline" zone={job.timeZone} />,
        })}
      </Alert>
    );
  }
  if (job.renewalCanceledAt && job.status === 'POSTED') {
    return <RenewalCanceled job={job} mayEdit={mayEdit} />;
  }
  if (isLapsed(job)) return <Lapsed job={job} mayPay={mayPay} />;
  if (!isPayable(job)) return null;
  const isDeclined = job.status === 'DECLINED';
  return (
    <Alert
      role="note"
      color={isDeclined ? 'red' : 'amber'}
      title={isDeclined ? t('jobs.paymentDeclined') : t('jobs.paymentNeeded')}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{job.declineReason ?? t('jobs.driversWillSeeAfterPay')}</Text>
        {mayPay ? (
          <Button
            size="xs"
            color="orange"
            renderRoot={(props) => (
              <Link {...props} to="/company/jobs/new/payment-method" search={{ order: job.orderId ?? undefined }} />
            )}
          >
            {isDeclined ? t('jobs.tryPaymentAgain') : t('jobs.pay')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}

function RenewalCanceled({ job, mayEdit }: { job: JobDetail; mayEdit: boolean }) {
  const [isResuming, resuming] = useDisclosure(false);
  return (
    <Alert role="note" color="amber">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {rich('jobs.autoRenewTurnedOffJob', {
            dateText: () => <DateText value={job.renewalCanceledAt} zone={job.timeZone} />,
            dateText2: () => <DateText value={job.expirationDate} zone={job.timeZone} />,
          })}
        </Text>
        {mayEdit && isRenewalResumable(job) ? (
          <Button size="xs" variant="default" onClick={resuming.open}>
            {resumeLabel(job)}
          </Button>
        ) : null}
      </Group>
      {isResuming ? <ResumeRenewalDialog job={job} isOpen onClose={resuming.close} /> : null}
    </Alert>
  );
}

function Lapsed({ job, mayPay }: { job: JobDetail; mayPay: boolean }) {
  const expired = () => <DateText value={job.expirationDate} zone={job.timeZone} />;
  return (
    <Alert role="note" color={job.declineReason ? 'red' : 'amber'} title={t('jobs.thisJobHasExpired')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {job.declineReason
            ? rich('jobs.renewalFailedItLeftSearch', { declineReason: job.declineReason, date: expired })
            : rich('jobs.itLeftSearchOn', { date: expired })}
        </Text>
        {mayPay ? (
          <Button
            size="xs"
            color="orange"
            renderRoot={(props) => (
              <Link {...props} to="/company/jobs/$id/purchase" params={{ id: job.id }} search={{ of: 'renewal' }} />
            )}
          >
            {t('common.renew')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
