import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { DateText } from '#web/ui/Values.tsx';
import { isLapsed, isPayable, isRenewalResumable, resumeLabel } from './job-acts.ts';
import type { JobDetail } from './queries.ts';

import { ResumeRenewalDialog } from './CloseJobDialog.tsx';

type Props = { job: JobDetail; mayPay: boolean; mayEdit: boolean };

/** Why the job is not public, and what to do about it. */
export function JobNotice({ job, mayPay, mayEdit }: Props) {
  if (job.status === 'PROCESSING_PAYMENT')
    return (
      <Alert role="note" color="amber">
        We’re processing the payment for this job.
      </Alert>
    );
  if (job.status === 'DISABLED')
    return (
      <Alert role="note" color="red">
        This job was removed by Haulboard. Contact support.
      </Alert>
    );
  if (job.status === 'SCHEDULED') {
    return (
      <Alert role="note" color="navy">
        This job is paid and goes live on <DateText value={job.scheduledAt} as="deadline" zone={job.timeZone} />.
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
    <Alert role="note" color={isDeclined ? 'red' : 'amber'} title={isDeclined ? 'Payment declined' : 'Payment needed'}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{job.declineReason ?? 'Drivers will see it after you pay.'}</Text>
        {mayPay ? (
          <Button
            size="xs"
            color="orange"
            renderRoot={(props) => (
              <Link {...props} to="/company/jobs/new/payment-method" search={{ order: job.orderId ?? undefined }} />
            )}
          >
            {isDeclined ? 'Try payment again' : 'Pay'}
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
          Auto-renew was turned off on <DateText value={job.renewalCanceledAt} zone={job.timeZone} />. Your job stays live until{' '}
          <DateText value={job.expirationDate} zone={job.timeZone} />.
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
  return (
    <Alert role="note" color={job.declineReason ? 'red' : 'amber'} title="This job has expired">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {job.declineReason ? `The renewal payment failed: ${job.declineReason} ` : null}
          It left search on <DateText value={job.expirationDate} zone={job.timeZone} />. Renew it to put it back and keep its
          applicants.
        </Text>
        {mayPay ? (
          <Button
            size="xs"
            color="orange"
            renderRoot={(props) => (
              <Link {...props} to="/company/jobs/$id/purchase" params={{ id: job.id }} search={{ of: 'renewal' }} />
            )}
          >
            Renew
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
