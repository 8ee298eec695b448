import { Box, Divider, Group, Paper, Text, Title, SimpleGrid } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './ui.module.css';

type Props = {
  title?: string;
  description?: ReactNode;
  /** To the right of the title. */
  actions?: ReactNode;
  /** Below a line at the bottom, such as Save and Cancel. */
  footer?: ReactNode;
  /** For content with its own padding, such as a table. */
  isFlush?: boolean;
  children: ReactNode;
};

/** A card with a heading. Screens consist of sections. */
export function Section({ title, description, actions, footer, isFlush = false, children }: Props) {
  const titleId = useId();
  return (
    <Paper component="section" withBorder shadow="xs" className={classes.card} aria-labelledby={title ? titleId : undefined}>
      {title || actions ? (
        <Group justify="space-between" align="flex-start" px="lg" pt="lg" pb={isFlush ? 'md' : 0} gap="md">
          <Box miw={0} flex={1}>
            {title ? (
              <Title order={2} size="h3" id={titleId}>
                {title}
              </Title>
            ) : null}
            {description ? (
              <Text c="dimmed" size="sm" mt={2}>
                {description}
              </Text>
            ) : null}
          </Box>
          {actions ? <Group gap="sm">{actions}</Group> : null}
        </Group>
      ) : null}
      <Box p={isFlush ? 0 : 'lg'}>{children}</Box>
      {footer ? (
        <>
          <Divider />
          <Group justify="flex-end" px="lg" py="md" gap="sm">
            {footer}
          </Group>
        </>
      ) : null}
    </Paper>
  );
}

type DetailListProps = { items: readonly (readonly [term: string, value: ReactNode])[]; cols?: number };

/** A list of terms with their values. A missing value is shown as a dash. */
export function DetailList({ items, cols = 2 }: DetailListProps) {
  return (
    <SimpleGrid component="dl" cols={{ base: Math.min(cols, 2), xs: cols }} spacing="sm" m={0}>
      {items.map(([term, value]) => (
        <div key={term}>
          <Text component="dt" size="xs" c="dimmed">
            {term}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value === null || value === '' ? '-' : value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
