import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

type Props = {
  /** The screen's only h1; also names the browser tab. */
  title: string;
  /** One line under the title. */
  description?: ReactNode;
  /** Where the back link leads and what it is called. */
  back?: { to: string; label: string };
  /** Beside the title, such as a StatusBadge. */
  badge?: ReactNode;
  /** Buttons at the right; the orange one is the screen's main action. */
  actions?: ReactNode;
};

/** The head of every screen. */
export function PageHeader({ title, description, back, badge, actions }: Props) {
  usePageTitle(title);
  return (
    <Stack component="header" gap="xs" mb="lg">
      {back ? (
        <Anchor component={Link} to={back.to} size="sm" fw={500} w="fit-content">
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {back.label}
          </Group>
        </Anchor>
      ) : null}
      {/* As high as a button, so that an action that appears later moves nothing. */}
      <Group justify="space-between" align="flex-start" gap="md" mih="2.25rem">
        <Box miw={0} flex="1 1 14rem">
          <Group gap="sm">
            <Title order={1}>{title}</Title>
            {badge}
          </Group>
          {description ? (
            <Text c="dimmed" size="sm" mt={4} maw="46rem">
              {description}
            </Text>
          ) : null}
        </Box>
        {actions ? <Group gap="sm">{actions}</Group> : null}
      </Group>
    </Stack>
  );
}
