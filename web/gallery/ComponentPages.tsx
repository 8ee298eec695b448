import { ActionIcon, Button, Group, Stack, Text, Tooltip, Drawer, Anchor, Code, Kbd, List, Table, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { distance, phone, shortDate } from '#shared/format.ts';
import { listedStatuses, statusLabels } from '#shared/jobs/jobs.ts';
import { money, percent } from '#web/browser/format.ts';
import { writeText } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { DateText, Money } from '#web/ui/Values.tsx';

const busyMs = 1250;

function BusyButton() {
  const [isBusy, setIsBusy] = useState(false);
  const press = () => {
    setIsBusy(true);
    setTimeout(() => {
      setIsBusy(false);
      toast.success('Updated successfully');
    }, busyMs);
  };
  return (
    <Button color="orange" loading={isBusy} onClick={press}>
      Save changes
    </Button>
  );
}

export function ButtonsPage() {
  const pressed = (label: string) => () => toast.info(`${label} was pressed`);
  return (
    <>
      <PageHeader title="Buttons" description="One orange button per screen, for the main action." />
      <Stack gap="lg">
        <Section title="Kinds">
          <Group>
            <Button color="orange" leftSection={<IconPlus size={18} aria-hidden />} onClick={pressed('The main action')}>
              Create New Job
            </Button>
            <Button onClick={pressed('The second action')}>Apply filters</Button>
            <Button variant="default" onClick={pressed('The quiet action')}>
              Cancel
            </Button>
            <Button variant="light" leftSection={<IconDownload size={18} aria-hidden />} onClick={pressed('Export')}>
              Export
            </Button>
            <Button variant="subtle" onClick={pressed('The plain action')}>
              Learn more
            </Button>
            <Button color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={pressed('The destructive action')}>
              Delete account
            </Button>
          </Group>
        </Section>
        <Section title="States" description="A button shows progress while its request runs and can’t be pressed twice.">
          <Group>
            <BusyButton />
            <Button color="orange" disabled>
              Not now
            </Button>
            <Button variant="default" loading>
              Working
            </Button>
          </Group>
        </Section>
        <Section title="Sizes">
          <Group align="center">
            {(['xs', 'sm', 'md', 'lg'] as const).map((size) => (
              <Button key={size} size={size} variant="default" onClick={pressed(`Size ${size}`)}>
                Size {size}
              </Button>
            ))}
          </Group>
        </Section>
        <Section title="Icons alone" description="Icon buttons always have a name, shown in a tooltip.">
          <Group>
            <Tooltip label="Edit">
              <ActionIcon variant="subtle" size="lg" aria-label="Edit" onClick={pressed('Edit')}>
                <IconPencil size={20} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Delete">
              <ActionIcon variant="subtle" color="red" size="lg" aria-label="Delete" onClick={pressed('Delete')}>
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Text size="sm" c="dimmed">
              Targets are at least 24 px.
            </Text>
          </Group>
        </Section>
      </Stack>
    </>
  );
}

export function DialogsPage() {
  const { ask, dialog } = useConfirm();
  const [drawer, drawerIs] = useDisclosure(false);
  const [answer, setAnswer] = useState('No answer yet.');
  const showConfirmDialog = async (isDestructive: boolean) => {
    const title = isDestructive ? 'Close “Regional Driver, Omaha”?' : 'Are you sure you want to Logout?';
    const yes = await ask({
      title,
      isDestructive,
      ...(isDestructive ? { message: 'This removes the job from search.' } : {}),
    });
    setAnswer(yes ? 'You said yes.' : 'You said no.');
  };
  return (
    <>
      <PageHeader title="Dialogs" description="Destructive actions ask first, in a dialog that names the item." />
      <Stack gap="lg">
        <Section title="Questions" description="Escape or a click outside cancels. Focus returns to where it was.">
          <Group>
            <Button color="orange" onClick={() => void showConfirmDialog(false)}>
              Ask
            </Button>
            <Button color="red" variant="light" onClick={() => void showConfirmDialog(true)}>
              Ask about a permanent action
            </Button>
            <Text size="sm" c="dimmed" component="output">
              {answer}
            </Text>
          </Group>
        </Section>
        <Section title="A drawer" description="Shows one row while the list stays visible.">
          <Button variant="default" onClick={drawerIs.open}>
            Open drawer
          </Button>
        </Section>
        <Section title="Toasts" description="Top right for five seconds. Errors stay until closed.">
          <Group>
            <Button variant="default" onClick={() => toast.success('Updated successfully')}>
              Success
            </Button>
            <Button variant="default" onClick={() => toast.info('Creating your export')}>
              Info
            </Button>
            <Button variant="default" onClick={() => toast.warning('Session expired')}>
              Warning
            </Button>
            <Button variant="default" onClick={() => toast.error('There was a problem with communication')}>
              Error
            </Button>
          </Group>
        </Section>
      </Stack>
      <Drawer
        opened={drawer}
        onClose={drawerIs.close}
        position="right"
        title="Carla Reyes"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Text size="sm">Class A, six years, 41 mi away.</Text>
      </Drawer>
      {dialog}
    </>
  );
}

const sample = 'Regional dry van, home every weekend';
const moment = '2026-03-09T14:05:00Z';

const values: readonly [name: string, shown: React.ReactNode][] = [
  ['Money', <Money key="money" dollars={1234.5} />],
  ['Whole dollars', money(300, true)],
  ['Date', <DateText key="date" value={moment} />],
  ['Short date', shortDate(moment.slice(0, 10))],
  ['Date and time', <DateText key="time" value={moment} dateFormat="time" />],
  ['Deadline', <DateText key="deadline" value={moment} dateFormat="deadline" />],
  ['Phone', phone('4025550123')],
  ['Phone with extension', phone('4025550123', '12')],
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
              {values.map(([name, example]) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td ta="right" className="tabular">
                    {example}
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
