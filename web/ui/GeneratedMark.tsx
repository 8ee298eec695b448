import { Alert, Group, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** What wrote it. */
  children: ReactNode;
  /** Next to the text. */
  actions?: ReactNode;
};

/** Marks a generated text until a person has edited it. */
export function GeneratedMark({ title, children, actions }: Props) {
  return (
    <Alert color="yellow" variant="light" icon={<IconSparkles size={18} aria-hidden />} title={title} p="sm">
      <Group justify="space-between" align="flex-end" gap="xs">
        <Text component="div" size="sm" flex="1 1 14rem">
          {children}
        </Text>
        {actions}
      </Group>
    </Alert>
  );
}
