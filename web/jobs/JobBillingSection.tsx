import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { statusOf } from '#web/settings/billing-words.ts';
import { saveReceipt } from '#web/settings/queries.ts';
import { trpc } from '#web/trpc.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import type { JobDetail } from './queries.ts';

const most = 100;

/** What this job was billed, newest first, each with its receipt. */
export function JobBillingSection({ job }: { job: JobDetail }) {
  const { data, error, refetch } = useQuery(trpc.billing.jobInvoices.queryOptions({ jobId: job.id, limit: most }));
  return (
    <Section title="Billing">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has been billed for this job.
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
                <StatusBadge label={statusOf({ status, dueAt: null })} />
                <ActionIcon
                  variant="subtle"
                  aria-label={`Download ${status === 'paid' ? 'receipt' : 'invoice'} ${id}`}
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
