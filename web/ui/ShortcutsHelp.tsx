import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useListedShortcuts, useShortcuts } from './shortcuts.ts';

/** `?` opens the list of what the keyboard does on this screen. Rendered once, by the portal frame. */
export function ShortcutsHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const listed = useListedShortcuts();
  useShortcuts([{ key: '?', label: 'Show shortcuts', run: () => setIsOpen(true) }]);
  return (
    <Modal
      opened={isOpen}
      onClose={() => setIsOpen(false)}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="xs">
        {listed.map(({ key, label }) => (
          <Group key={key + label} justify="space-between">
            <Text size="sm">{label}</Text>
            <Kbd>{key}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
