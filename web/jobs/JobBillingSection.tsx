import { ActionIcon, Group, Stack, Text, Anchor, Table } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { postingDays } from '#shared/billing/pricing.ts';
import { InvoiceStatusBadge } from '#web/billing/invoice-columns.tsx';
import { saveReceipt } from '#web/billing/queries.ts';
import { t } from '#web/texts/app.ts';
import { trpc } from '#web/trpc.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { Section, Facts } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { addonTexts } from './addons.ts';
import { renewalLine } from './job-acts.ts';
import type { JobDetail } from './queries.ts';

const most = 100;

/** What this job was billed for, the newest first, each with its receipt. */
export function JobBillingSection({ job }: { job: JobDetail }) {
  const { data, error, refetch } = useQuery(trpc.billing.jobInvoices.queryOptions({ jobId: job.id, limit: most }));
  return (
    <Section title={t('common.billing')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('jobs.nothingHasBeenBilledJob')}
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
                  onClick={() => void saveReceipt(id)}
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
        <Facts
          facts={[
            [
              job.status === 'SCHEDULED' ? t('jobs.appearsOn') : t('jobs.postingDate'),
              <DateText key="posted" value={job.scheduledAt ?? job.postingDate} zone={job.timeZone} />,
            ],
            [t('jobs.expires'), <DateText key="expires" value={job.expirationDate} zone={job.timeZone} />],
            [t('jobs.nextBilling'), <DateText key="billing" value={job.nextBillingDate} zone={job.timeZone} />],
            [t('jobs.renewal'), renewalLine(job)],
          ]}
        />
        <Table aria-label={t('jobs.costBreakdown')} horizontalSpacing={0} verticalSpacing="xs" withRowBorders={false}>
          <Table.Tbody>
            <Table.Tr>
              <Table.Td>{t('jobs.postingDaysDayJobPosting', { postingDays })}</Table.Td>
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
              <Table.Th scope="row">{t('jobs.total2')}</Table.Th>
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
