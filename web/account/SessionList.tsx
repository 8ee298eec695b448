import { Badge, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type Icon, IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dateTime } from '#shared/format.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { type OwnSession, sessionsQuery, useEndOtherSessions, useEndSession } from './queries.ts';
import styles from './SessionList.module.css';

const deviceIcons: Record<OwnSession['device'], Icon> = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconPlugConnected,
};

/** The account's sessions, each of which can be ended (`docs/product/access.md#sessions`). */
export function SessionList() {
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery());
  const { ask, dialog } = useConfirm();
  const { mutate: endSession, isPending: isEnding, variables: sessionToEnd } = useEndSession();
  const { mutate: endOtherSessions, isPending: isEndingOthers } = useEndOtherSessions();
  const otherSessionCount = (data?.total ?? 1) - 1;

  const askToEnd = async (session: OwnSession) => {
    const isConfirmed = await ask({
      title: t('account.endSessionQuestion', { browser: session.browser }),
      message: t('account.endSessionExplained'),
      confirmLabel: t('account.endSession'),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    endSession(
      { id: session.id },
      { onSuccess: () => toast.success(t('common.sessionEnded')), onError: (failure) => toast.error(failure) },
    );
  };
  const askToEndOthers = async () => {
    const isConfirmed = await ask({
      title: t('account.endOtherSessionsQuestion', { count: otherSessionCount }),
      message: t('account.endOtherSessionsExplained'),
      confirmLabel: t('account.endOtherSessions'),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    endOtherSessions(undefined, {
      onSuccess: ({ ended }) => toast.success(t('account.sessionsEnded', { count: ended })),
      onError: (failure) => toast.error(failure),
    });
  };

  return (
    <Section
      title={t('account.ownSessionsTitle')}
      description={t('account.ownSessionsDescription')}
      footer={
        otherSessionCount > 0 ? (
          <Button
            variant="default"
            h="auto"
            mih="2.25rem"
            py="xs"
            styles={{ label: { whiteSpace: 'normal' } }}
            loading={isEndingOthers}
            onClick={() => void askToEndOthers()}
          >
            {t('account.signOutOtherDevices')}
          </Button>
        ) : undefined
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : data ? (
        <>
          <ul className={styles.list} aria-label={t('common.sessions')}>
            {data.items.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isEnding={isEnding && sessionToEnd.id === session.id}
                onEnd={() => void askToEnd(session)}
              />
            ))}
          </ul>
          {data.total > data.items.length ? (
            <Text size="sm" c="dimmed" mt="sm">
              {t('account.olderSessionsCount', { count: data.total - data.items.length })}
            </Text>
          ) : null}
        </>
      ) : (
        <Stack component="output" gap="lg" aria-busy aria-label={t('account.loadingSessions')}>
          {[0, 1].map((row) => (
            <Skeleton key={row} h="2.75rem" />
          ))}
        </Stack>
      )}
      {dialog}
    </Section>
  );
}

/** Says when the session ends. The idle limit is left out if the session ends before the limit can be reached. */
function sessionEndText({ idleMinutes, endsAt, lastUsedAt }: OwnSession, timeZone: TimeZone): string {
  const endText = dateTime(endsAt, timeZone);
  if (Date.parse(lastUsedAt) + idleMinutes * 60_000 >= Date.parse(endsAt)) return t('account.signsOutAt', { endsAt: endText });
  const [unit, minutesPerUnit] =
    idleMinutes < 120 ? ['minutes', 1] : idleMinutes < 2 * 24 * 60 ? ['hours', 60] : ['days', 24 * 60];
  return t('account.signsOutIdle', { unit, count: Math.round(idleMinutes / minutesPerUnit), endsAt: endText });
}

type RowProps = { session: OwnSession; isEnding: boolean; onEnd: () => void };

export function SessionRow({ session, isEnding, onEnd }: RowProps) {
  const { browser, device, kind, ip, isCurrent, lastUsedAt } = session;
  const DeviceIcon = deviceIcons[device];
  const timeZone = useTimeZone();
  const lastUsedText = isCurrent ? t('account.activeNow') : t('account.lastUsed', { lastUsedAt: dateTime(lastUsedAt, timeZone) });
  return (
    <li className={styles.row}>
      <DeviceIcon size={24} stroke={1.5} aria-hidden className={styles.icon} />
      <Box flex={1} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {browser}
          </Text>
          {isCurrent ? (
            <Badge color="green" tt="none">
              {t('account.thisDevice')}
            </Badge>
          ) : null}
          {kind === 'rest' ? (
            <Badge color="gray" tt="none">
              {t('account.app')}
            </Badge>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed" className="tabular">
          {[ip ? `IP ${ip}` : null, lastUsedText].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {sessionEndText(session, timeZone)}
        </Text>
      </Box>
      {isCurrent ? null : (
        <Button
          size="xs"
          variant="default"
          loading={isEnding}
          onClick={onEnd}
          aria-label={t('account.endThisSessionLabel', { browser })}
        >
          {t('account.endThisSession')}
        </Button>
      )}
    </li>
  );
}
