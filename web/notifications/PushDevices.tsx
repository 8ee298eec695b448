import { Alert, Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { date } from '#shared/format.ts';
import { errorText } from '#web/api/errors.ts';
import type { Outputs } from '#web/api/trpc.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { getPushSupport, pushDevicesQuery, useTurnOffPush, useTurnOnPush } from './push.ts';

const supportHints = {
  blocked: () => t('notifications.pushBlocked'),
  homeScreen: () => t('notifications.pushNeedsHomeScreen'),
  unsupported: () => t('notifications.pushUnsupported'),
};

type Devices = Outputs['notifications']['pushDevices'];

/** Turns push notifications on for this browser, and off for the others (`docs/product/jobs.md#push-notifications`). */
export function PushDevices() {
  const { data, error, isFetching, refetch } = useQuery(pushDevicesQuery());
  return (
    <Section title={t('notifications.push')} description={t('notifications.pushDescription')}>
      {data ? (
        <DeviceList devices={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton h="2rem" />
      )}
    </Section>
  );
}

function DeviceList({ devices: { publicKey, items } }: { devices: Devices }) {
  const timeZone = useTimeZone();
  const turnOn = useTurnOnPush();
  const turnOff = useTurnOffPush();
  const current = items.find(({ isCurrent }) => isCurrent);
  const support = getPushSupport();
  const isBusy = turnOn.isPending || turnOff.isPending;
  const others = items.filter(({ isCurrent }) => !isCurrent);
  const failure = turnOn.error ?? turnOff.error;
  return (
    <Stack gap="md">
      {failure ? (
        <Alert color="red" variant="light" role="alert">
          {errorText(failure)}
        </Alert>
      ) : null}
      {support === 'available' ? (
        <Switch
          label={t('notifications.pushOnThisDevice')}
          checked={current !== undefined}
          aria-busy={isBusy}
          onChange={() => {
            // A disabled switch would lose the focus.
            if (isBusy) return;
            turnOn.reset();
            turnOff.reset();
            if (current) turnOff.mutate(current);
            else turnOn.mutate(publicKey);
          }}
        />
      ) : (
        <Text size="sm">{supportHints[support]()}</Text>
      )}
      {others.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t('notifications.pushOtherDevices')}
        </Text>
      ) : null}
      {others.map(({ id, browser, createdAt }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" fw={600}>
              {browser}
            </Text>
            <Text size="xs" c="dimmed">
              {t('notifications.pushOnSince', { date: date(createdAt, timeZone) })}
            </Text>
          </div>
          <Button
            size="xs"
            variant="default"
            style={{ flexShrink: 0 }}
            aria-label={t('notifications.pushTurnOffLabel', { browser })}
            disabled={turnOff.isPending}
            onClick={() => turnOff.mutate({ id, isCurrent: false })}
          >
            {t('common.turnOff')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
