import { Stack, Table, Text } from '@mantine/core';
import { boostDays, postingDays } from '#shared/billing/pricing.ts';
import { addonTexts } from '#web/jobs/addons.ts';
import { Section } from '#web/ui/Section.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import type { Quote } from './purchase-queries.ts';

/** What is bought for a job and until when it lasts, before anything is charged. */
export function PurchaseSummary({ quote }: { quote: Quote }) {
  return (
    <Section title="Summary" description={`“${quote.title}”`}>
      <Stack gap="md">
        <Table aria-label="Order summary" horizontalSpacing="xs">
          <Table.Tbody>
            {quote.lines.map(({ addonType, amount }) => (
              <Table.Tr key={addonType ?? 'posting'}>
                <Table.Td>{nameOf(quote.kind, addonType)}</Table.Td>
                <Table.Td ta="right">
                  <Money dollars={amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">Total</Table.Th>
              <Table.Th ta="right" fz="lg">
                <Money dollars={quote.total} />
              </Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
        <Text size="sm" c="dimmed">
          <Outlook quote={quote} />
        </Text>
      </Stack>
    </Section>
  );
}

function nameOf(kind: Quote['kind'], type: Quote['lines'][number]['addonType']): string {
  if (!type) return `${postingDays}-day renewal`;
  return kind === 'boost' ? `${boostDays}-day boost` : addonTexts[type].label;
}

function Outlook({ quote: { kind, until, autoRenew, timeZone } }: { quote: Quote }) {
  switch (kind) {
    case 'renewal':
      return (
        <>
          Runs through <DateText value={until} zone={timeZone} />
          {autoRenew ? ', then renews automatically until you cancel.' : '. Doesn’t renew automatically.'}
        </>
      );
    case 'boost':
      return (
        <>
          Ranks above similar jobs until <DateText value={until} zone={timeZone} />.
        </>
      );
    case 'addons':
      return (
        <>
          Starts right after checkout and runs through <DateText value={until} zone={timeZone} />. Renews with the job unless you
          turn that off.
        </>
      );
  }
}
