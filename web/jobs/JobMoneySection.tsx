import { Anchor, Stack, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { postingDays } from '#shared/billing/pricing.ts';
import { Section } from '#web/ui/Section.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { addonTexts } from './addons.ts';
import { Facts } from './Facts.tsx';
import type { JobDetail } from './queries.ts';
import { renewalLine } from './renewal-words.ts';

/** What the job costs, and when it comes and goes. */
export function JobMoneySection({ job, action = null }: { job: JobDetail; action?: ReactNode }) {
  const total = job.addons.reduce((sum, { cost }) => sum + cost, job.cost);
  return (
    <Section title="Dates and cost" actions={action}>
      <Stack gap="md">
        <Facts
          facts={[
            [
              job.status === 'SCHEDULED' ? 'Appears on' : 'Posting date',
              <DateText key="posted" value={job.scheduledAt ?? job.postingDate} zone={job.timeZone} />,
            ],
            ['Expires', <DateText key="expires" value={job.expirationDate} zone={job.timeZone} />],
            ['Next billing', <DateText key="billing" value={job.nextBillingDate} zone={job.timeZone} />],
            ['Renewal', renewalLine(job)],
          ]}
        />
        <Table aria-label="Cost breakdown" horizontalSpacing={0} verticalSpacing="xs" withRowBorders={false}>
          <Table.Tbody>
            <Table.Tr>
              <Table.Td>{postingDays}-day job posting</Table.Td>
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
              <Table.Th scope="row">Total</Table.Th>
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
