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
  const [answer, setAnswer] = useState('No answer yet.');
  const askAbout = async (isDestructive: boolean) => {
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
            <Button color="orange" onClick={() => void askAbout(false)}>
              Ask
            </Button>
            <Button color="red" variant="light" onClick={() => void askAbout(true)}>
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
