import { Anchor, Code, Group, Kbd, List, Stack, Table, Text, Title } from '@mantine/core';
import { distance, money, percent, phone, shortDate } from '#shared/format.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText, Money } from '#web/ui/Values.tsx';
import { writeText } from '#web/texts/app.ts';
import { listedStatuses, statusLabels } from '#shared/jobs/jobs.ts';

const sample = 'Regional dry van, home every weekend';
const moment = '2026-03-09T14:05:00Z';

const values: readonly [name: string, shown: React.ReactNode][] = [
  ['Money', <Money key="money" dollars={1234.5} />],
  ['Whole dollars', money(300, true)],
  ['Date', <DateText key="date" value={moment} />],
  ['Short date', shortDate(moment.slice(0, 10))],
  ['Date and time', <DateText key="time" value={moment} as="time" />],
  ['Deadline', <DateText key="deadline" value={moment} as="deadline" />],
  ['Phone', phone('4025550123')],
  ['Distance', writeText(distance(41.7))],
  ['Percent', percent(0.87)],
];

export function TextsPage() {
  return (
    <>
      <PageHeader title="Texts" description="Inter in six heading sizes, with tabular figures in tables and amounts." />
      <Stack gap="lg">
        <Section title="Headings and text">
          <Stack gap="xs">
            {([1, 2, 3, 4, 5, 6] as const).map((order) => (
              <Title key={order} order={2} size={`h${order}`}>
                {sample}
              </Title>
            ))}
            <Text>{sample}</Text>
            <Text size="sm" c="dimmed">
              {sample}
            </Text>
            <Text size="sm">
              <Anchor href="/jobs" underline="always">
                A link is a link
              </Anchor>
              , <Code>code</Code> is code and <Kbd>/</Kbd> is a key.
            </Text>
            <List size="sm">
              <List.Item>No touch freight</List.Item>
              <List.Item>Paid weekly</List.Item>
            </List>
          </Stack>
        </Section>
        <Section title="Values" description="Dates, amounts, phone numbers and distances share one format." isFlush>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Value</Table.Th>
                <Table.Th ta="right">Shown as</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {values.map(([name, shown]) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td ta="right" className="tabular">
                    {shown}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
        <Section title="States" description="A word with a colored dot. Color is never the only sign.">
          <Group gap="sm">
            {listedStatuses.map((status) => (
              <StatusBadge key={status} status={status} label={writeText(statusLabels[status])} />
            ))}
          </Group>
        </Section>
      </Stack>
    </>
  );
}
