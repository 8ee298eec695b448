import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconDownload, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';

/** How long the example stays busy, in milliseconds. */
const busyFor = 1250;

function BusyButton() {
  const [isBusy, setIsBusy] = useState(false);
  const press = () => {
    setIsBusy(true);
    setTimeout(() => {
      setIsBusy(false);
      toast.success('Updated successfully');
    }, busyFor);
  };
  return (
    <Button color="orange" loading={isBusy} onClick={press}>
      Save changes
    </Button>
  );
}

export function ButtonsPage() {
  const pressed = (what: string) => () => toast.info(`${what} was pressed`);
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
