import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';

export function DialogsPage() {
  const { ask, dialog } = useConfirm();
  const [drawer, drawerIs] = useDisclosure(false);
  const [answer, setAnswer] = useState('You have not been asked yet.');
  const askAbout = async (isDestructive: boolean) => {
    const title = isDestructive ? 'Close “Regional Driver, Omaha”?' : 'Are you sure you want to Logout?';
    const yes = await ask({
      title,
      isDestructive,
      ...(isDestructive ? { message: 'It leaves the public search at once.' } : {}),
    });
    setAnswer(yes ? 'You said yes.' : 'You said no.');
  };
  return (
    <>
      <PageHeader title="Dialogs" description="Destructive acts ask first, in a dialog that names the thing." />
      <Stack gap="lg">
        <Section title="Questions" description="Escape and the ground beside it say no; the focus goes back where it was.">
          <Group>
            <Button color="orange" onClick={() => void askAbout(false)}>
              Ask
            </Button>
            <Button color="red" variant="light" onClick={() => void askAbout(true)}>
              Ask about something final
            </Button>
            <Text size="sm" c="dimmed" component="output">
              {answer}
            </Text>
          </Group>
        </Section>
        <Section title="A drawer" description="For one row of a list, with the list still in sight.">
          <Button variant="default" onClick={drawerIs.open}>
            Open the drawer
          </Button>
        </Section>
        <Section title="Toasts" description="Top right, five seconds; errors stay until they are closed.">
          <Group>
            <Button variant="default" onClick={() => toast.success('Updated successfully')}>
              Success
            </Button>
            <Button variant="default" onClick={() => toast.info('Your export is being made')}>
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
