import { ActionIcon, Group, Stack, Text, Anchor, Table, Alert, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { postingDays } from '#shared/billing/pricing.ts';
import { trpc } from '#web/api/trpc.ts';
import { InvoiceStatusBadge } from '#web/billing/invoice-columns.tsx';
import { downloadReceipt } from '#web/billing/queries.ts';
import { t, rich } from '#web/texts/app.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { Section, DetailList } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { addonTexts } from './addons.ts';
import { ResumeRenewalDialog } from './CloseJobDialog.tsx';
import { renewalLine, isLapsed, isPayable, isRenewalResumable, resumeLabel } from './job-actions.ts';
import type { JobDetail } from './queries.ts';

type JobNoticeProps = { job: JobDetail; mayPay: boolean; mayEdit: boolean };

/** Says why the job is not public or will not renew, and what the user can do about it. */
export function JobNotice({ job, mayPay, mayEdit }: JobNoticeProps) {
  if (job.status === 'PROCESSING_PAYMENT')
    return (
      <Alert role="note" color="amber">
        {t('jobs.paymentProcessing')}
      </Alert>
    );
  if (job.status === 'DISABLED')
    return (
      <Alert role="note" color="red">
        {t('jobs.removedByHaulboard')}
      </Alert>
    );
  if (job.status === 'SCHEDULED') {
    return (
      <Alert role="note" color="navy">
        {rich('jobs.paidAndScheduled', {
          startsOn: () => <DateText value={job.scheduledAt} dateFormat="deadline" zone={job.timeZone} />,
        })}
      </Alert>
    );
  }
  if (job.renewalCanceledAt && job.status === 'POSTED') {
    return <RenewalCanceledNotice job={job} mayEdit={mayEdit} />;
  }
  if (job.renewalFailing) return <FailingRenewalNotice job={job} mayPay={mayPay} />;
  if (isLapsed(job)) return <ExpiredNotice job={job} mayPay={mayPay} />;
  if (!isPayable(job)) return null;
  const isDeclined = job.status === 'DECLINED';
  return (
    <Alert
      role="note"
      color={isDeclined ? 'red' : 'amber'}
      title={isDeclined ? t('jobs.paymentDeclined') : t('jobs.paymentNeeded')}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{job.declineReason ?? t('jobs.visibleAfterPayment')}</Text>
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

function RenewalCanceledNotice({ job, mayEdit }: { job: JobDetail; mayEdit: boolean }) {
  const [isResuming, resumeDialog] = useDisclosure(false);
  return (
    <Alert role="note" color="amber">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {rich('jobs.autoRenewTurnedOff', {
            canceledOn: () => <DateText value={job.renewalCanceledAt} zone={job.timeZone} />,
            expiresOn: () => <DateText value={job.expirationDate} zone={job.timeZone} />,
          })}
        </Text>
        {mayEdit && isRenewalResumable(job) ? (
          <Button size="xs" variant="default" onClick={resumeDialog.open}>
            {resumeLabel(job)}
          </Button>
        ) : null}
      </Group>
      {isResuming ? <ResumeRenewalDialog job={job} isOpen onClose={resumeDialog.close} /> : null}
    </Alert>
  );
}

/** The card was declined, and the worker tries again on the next billing date. */
function FailingRenewalNotice({ job, mayPay }: { job: JobDetail; mayPay: boolean }) {
  return (
    <Alert role="note" color="red" title={t('jobs.failedRenewal')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {rich('jobs.failingRenewalHint', {
            date: () => <DateText value={job.nextBillingDate} dateFormat="deadline" zone={job.timeZone} />,
          })}
        </Text>
        {mayPay ? (
          <Group gap="xs">
            <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to="/company/settings/payment" />}>
              {t('common.updateCard')}
            </Button>
            <RenewButton id={job.id} />
          </Group>
        ) : null}
      </Group>
    </Alert>
  );
}

const RenewButton = ({ id }: { id: string }) => (
  <Button
    size="xs"
    color="orange"
    renderRoot={(props) => <Link {...props} to="/company/jobs/$id/purchase" params={{ id }} search={{ of: 'renewal' }} />}
  >
    {t('common.renew')}
  </Button>
);

function ExpiredNotice({ job, mayPay }: { job: JobDetail; mayPay: boolean }) {
  const renderExpirationDate = () => <DateText value={job.expirationDate} zone={job.timeZone} />;
  return (
    <Alert role="note" color={job.declineReason ? 'red' : 'amber'} title={t('jobs.jobExpiredTitle')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {job.declineReason
            ? rich('jobs.renewalFailedHint', { declineReason: job.declineReason, date: renderExpirationDate })
            : rich('jobs.jobExpiredHint', { date: renderExpirationDate })}
        </Text>
        {mayPay ? <RenewButton id={job.id} /> : null}
      </Group>
    </Alert>
  );
}

const maxInvoices = 100;

/** Lists the job's invoices, newest first, each with a button that downloads it. */
export function JobBillingSection({ job }: { job: JobDetail }) {
  const { data, error, refetch } = useQuery(trpc.billing.jobInvoices.queryOptions({ jobId: job.id, limit: maxInvoices }));
  return (
    <Section title={t('common.billing')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('jobs.nothingBilled')}
        </Text>
      ) : (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.items.map(({ id, amount, status, billingDate }) => (
            <Group component="li" key={id} justify="space-between" gap="sm" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text size="sm">
                  <DateText value={billingDate} zone={job.timeZone} />
                </Text>
                <Text size="xs" c="dimmed">
                  {id}
                </Text>
              </div>
              <Group gap="xs" wrap="nowrap">
                <Text component="span" size="sm" fw={600}>
                  <Money dollars={amount} />
                </Text>
                <InvoiceStatusBadge invoice={{ status, dueAt: null }} />
                <ActionIcon
                  variant="subtle"
                  aria-label={t('jobs.downloadInvoice', { status, id })}
                  onClick={() => void downloadReceipt(id)}
                >
                  <IconDownload size={18} aria-hidden />
                </ActionIcon>
              </Group>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}

/** The job's price and its posting, expiration and billing dates. */
export function JobMoneySection({ job, action = null }: { job: JobDetail; action?: ReactNode }) {
  const total = job.addons.reduce((sum, { cost }) => sum + cost, job.cost);
  return (
    <Section title={t('jobs.datesAndCost')} actions={action}>
      <Stack gap="md">
        <DetailList
          items={[
            [
              job.status === 'SCHEDULED' ? t('jobs.appearsOn') : t('common.postingDate'),
              <DateText key="posted" value={job.scheduledAt ?? job.postingDate} zone={job.timeZone} />,
            ],
            [t('common.expires'), <DateText key="expires" value={job.expirationDate} zone={job.timeZone} />],
            [t('common.nextBilling'), <DateText key="billing" value={job.nextBillingDate} zone={job.timeZone} />],
            [t('common.renewal'), renewalLine(job)],
          ]}
        />
        <Table aria-label={t('jobs.costBreakdown')} horizontalSpacing={0} verticalSpacing="xs" withRowBorders={false}>
          <Table.Tbody>
            <Table.Tr>
              <Table.Td>{t('common.jobPostingItem', { postingDays })}</Table.Td>
              <Table.Td ta="right">
                <Money dollars={job.cost} />
              </Table.Td>
            </Table.Tr>
            {job.addons.map(({ id, addonType, cost, jobHyperlink }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  {addonTexts[addonType].label}
                  {jobHyperlink ? (
                    <Anchor href={jobHyperlink} target="_blank" rel="noopener noreferrer" size="xs" display="block">
                      {jobHyperlink}
                    </Anchor>
                  ) : null}
                </Table.Td>
                <Table.Td ta="right">
                  <Money dollars={cost} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t('common.total')}</Table.Th>
              <Table.Th ta="right">
                <Money dollars={total} />
              </Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Stack>
    </Section>
  );
}
