import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconDownload, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { type Invoice, mailReceipt, saveReceipt } from './queries.ts';

const refundWords = { pending: 'Processing', done: 'Refunded', failed: 'Failed' } as const;

/** An invoice opened: its lines, what was given back, and its PDF to keep or to mail again. */
export function InvoiceDetail({ invoice }: { invoice: Invoice }) {
  const { invoiceCustomId: number, lines, refunds, amount, refunded, status } = invoice;
  const [isMailing, setMailing] = useState(false);
  const mailIt = async () => {
    setMailing(true);
    await mailReceipt(number);
    setMailing(false);
  };
  return (
    <Stack gap="sm" maw="46rem">
      <Table aria-label={`Line items for ${number}`}>
        <Table.Tbody>
          {lines.map(({ description, amount: cost }, index) => (
            <Table.Tr key={`${description}:${index.toString()}`}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{description}</Table.Td>
              <Table.Td ta="right">
                <Money dollars={cost} />
              </Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td fw={600}>Total (no tax)</Table.Td>
            <Table.Td ta="right" fw={600}>
              <Money dollars={amount} />
            </Table.Td>
          </Table.Tr>
          {refunded > 0 ? (
            <Table.Tr>
              <Table.Td fw={600}>{status === 'open' ? 'Amount due' : 'After refunds'}</Table.Td>
              <Table.Td ta="right" fw={600}>
                <Money dollars={amount - refunded} />
              </Table.Td>
            </Table.Tr>
          ) : null}
        </Table.Tbody>
      </Table>
      {refunds.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={`Refunds for ${number}`}>
          {refunds.map((refund) => (
            <Group component="li" key={refund.number} gap="sm">
              <StatusBadge label={refund.kind === 'credit' ? 'Credited' : refundWords[refund.status]} />
              <Text component="div" size="sm" flex={1} miw="12rem" style={{ overflowWrap: 'anywhere' }}>
                {refund.kind === 'credit' ? 'Credit' : 'Refund'} of <Money dollars={refund.amount} /> on{' '}
                <DateText value={refund.settledAt ?? refund.createdAt} />: {refund.reason}
                <Text size="xs" c="dimmed">
                  {refund.status === 'pending' ? 'Pending settlement' : null}
                  {refund.status === 'failed' && refund.failure ? `Refund failed: ${refund.failure}` : null}
                </Text>
              </Text>
              {refund.status === 'done' ? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  leftSection={<IconDownload size={14} aria-hidden />}
                  onClick={() => void saveReceipt(number, Number(refund.number.split('-R')[1]))}
                >
                  Refund PDF
                </Button>
              ) : null}
            </Group>
          ))}
        </Stack>
      ) : null}
      <Facts invoice={invoice} />
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void saveReceipt(number)}
        >
          {status === 'paid' ? 'Download receipt' : 'Download invoice'}
        </Button>
        <Button variant="default" size="xs" loading={isMailing} leftSection={<IconMail size={16} aria-hidden />} onClick={mailIt}>
          {status === 'paid' ? 'Resend receipt' : 'Resend invoice'}
        </Button>
      </Group>
    </Stack>
  );
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { paidAt, paymentReference, voidedAt, voidReason, transactionId, paymentMethod } = invoice;
  return (
    <Stack gap={2}>
      {paidAt && paymentMethod === 'invoice' ? (
        <Text size="sm" c="dimmed">
          Paid <DateText value={paidAt} />
          {paymentReference ? `, ${paymentReference}` : ''}
        </Text>
      ) : null}
      {voidedAt ? (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Voided <DateText value={voidedAt} />
          {voidReason ? `: ${voidReason}` : ''}
        </Text>
      ) : null}
      {transactionId ? (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Transaction {transactionId}
        </Text>
      ) : null}
    </Stack>
  );
}
