import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { DateText } from '#web/ui/Values.tsx';
import { isPayable, isRenewalResumable } from './job-acts.ts';
import type { JobDetail } from './queries.ts';
import { resumeLabel } from './renewal-words.ts';
import { ResumeRenewalDialog } from './ResumeRenewalDialog.tsx';

type Props = { job: JobDetail; mayPay: boolean; mayEdit: boolean };

/** Why the job is not up like any other, and what to do about it. */
export function JobNotice({ job, mayPay, mayEdit }: Props) {
  if (job.status === 'PROCESSING_PAYMENT')
    return (
      <Alert role="note" color="amber">
        The payment of this job is being processed.
      </Alert>
    );
  if (job.status === 'DISABLED')
    return (
      <Alert role="note" color="red">
        An administrator has taken this job down. Contact us about it.
      </Alert>
    );
  if (job.status === 'SCHEDULED') {
    return (
      <Alert role="note" color="navy">
        This job is paid and appears on <DateText value={job.scheduledAt} />.
      </Alert>
    );
  }
  if (job.renewalCanceledAt && job.status === 'POSTED') {
    return <RenewalCanceled job={job} mayEdit={mayEdit} />;
  }
  if (job.renewable) return <Lapsed job={job} mayPay={mayPay} />;
  if (!isPayable(job)) return null;
  const isDeclined = job.status === 'DECLINED';
  return (
    <Alert
      role="note"
      color={isDeclined ? 'red' : 'amber'}
      title={isDeclined ? 'The payment was declined' : 'This job is not paid yet'}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{job.declineReason ?? 'Drivers see it once it is paid.'}</Text>
        {mayPay ? (
          <Button
            size="xs"
            color="orange"
            renderRoot={(props) => (
              <Link {...props} to="/company/jobs/new/payment-method" search={{ order: job.orderId ?? undefined }} />
            )}
          >
            {isDeclined ? 'Pay again' : 'Pay'}
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
          The renewal was canceled on <DateText value={job.renewalCanceledAt} />. The job stays up until{' '}
          <DateText value={job.expirationDate} />.
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
    <Alert role="note" color={job.declineReason ? 'red' : 'amber'} title="This job has run out">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {job.declineReason ? `Its renewal could not be paid: ${job.declineReason} ` : null}
          Drivers do not see it since <DateText value={job.expirationDate} />. Renew it to bring it back with its applicants.
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
