import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { errorText } from '#web/errors.ts';
import classes from './EmptyState.module.css';
import { Reference } from './RouteError.tsx';
import { t } from '#web/texts/app.ts';

type Props = {
  /** Whatever was thrown. */
  error: unknown;
  onRetry?: () => void;
  title?: string;
  isRetrying?: boolean;
};

/** A part of a screen that could not be loaded, with a retry button. */
export function ErrorState({ error, onRetry, title = t('common.couldntLoadThis'), isRetrying = false }: Props) {
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
        <Reference error={error} />
        {onRetry ? (
          <Button
            variant="default"
            mt="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isRetrying}
            onClick={onRetry}
          >
            {t('common.tryAgain')}
          </Button>
        ) : null}
      </Stack>
    </Center>
  );
}
