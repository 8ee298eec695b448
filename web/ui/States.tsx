import { Center, Group, Stack, Text, Title, Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { ErrorReference } from './RouteError.tsx';
import classes from './ui.module.css';

type Props = {
  /** What is missing, such as `No jobs yet`. */
  title: string;
  /** What to do next, in one or two lines. */
  children?: ReactNode;
  /** Usually one Button or a link. */
  action?: ReactNode;
  /** A Tabler icon of size 28. */
  icon?: ReactNode;
  /** The level of the heading, which depends on the position in the page. */
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

type ErrorStateProps = {
  /** Whatever was thrown. */
  error: unknown;
  onRetry?: () => void;
  title?: string;
  isRetrying?: boolean;
};

/** A part of a screen that could not be loaded, with a retry button. */
export function ErrorState({ error, onRetry, title = t('common.loadFailed'), isRetrying = false }: ErrorStateProps) {
  return (
    <Center py="xl" px="md" role="alert">
      <Stack align="center" gap="xs" maw="26rem" ta="center">
        <div className={classes.icon} data-tone="red" aria-hidden>
          <IconAlertTriangle size={28} />
        </div>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text c="dimmed" size="sm">
          {errorText(error)}
        </Text>
        <ErrorReference error={error} />
        {onRetry ? (
          <Button
            variant="default"
            mt="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isRetrying}
            onClick={onRetry}
          >
            {t('ui.tryAgain')}
          </Button>
        ) : null}
      </Stack>
    </Center>
  );
}
