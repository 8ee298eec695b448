import { Center, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

type Props = {
  /** What is missing, such as `No jobs yet`. */
  title: string;
  /** What to do next, in one or two lines. */
  children?: ReactNode;
  /** Usually one Button or a link. */
  action?: ReactNode;
  /** A Tabler icon of size 28. */
  icon?: ReactNode;
  /** Heading level that fits the place. */
  order?: 2 | 3;
};

/** An empty list or screen that says what to do next. */
export function EmptyState({ title, children, action, icon, order = 2 }: Props) {
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw="26rem" ta="center">
        {icon ? (
          <div className={classes.icon} aria-hidden>
            {icon}
          </div>
        ) : null}
        <Title order={order} size="h3">
          {title}
        </Title>
        {children ? (
          <Text c="dimmed" size="sm">
            {children}
          </Text>
        ) : null}
        {action ? (
          <Group justify="center" mt="xs">
            {action}
          </Group>
        ) : null}
      </Stack>
    </Center>
  );
}
