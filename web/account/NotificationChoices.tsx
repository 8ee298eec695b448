import { Alert, Button, Group, SegmentedControl, Select, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choiceKinds, emailTimings } from '#shared/notifications.ts';
import { zoneName } from '#shared/time-zone.ts';
import { errorText } from '#web/api/errors.ts';
import { pushDevicesQuery } from '#web/notifications/push.ts';
import { type NotificationSettings, notificationSettingsQuery, useMuteJob } from '#web/notifications/queries.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { jobsToMuteQuery, useUpdateNotificationSettings } from './queries.ts';

/** Lets an employee choose how to hear about applicants. Each change is saved immediately. */
export function NotificationChoices() {
  const { data, error, isFetching, refetch } = useQuery(notificationSettingsQuery());
  if (data) return <ChoicesSection settings={data} />;
  return (
    <Section title={t('common.applicants')}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Stack gap="md" component="output" aria-label={t('notifications.loadingSettings')}>
          {choiceKinds.map(({ code }) => (
            <Skeleton key={code} h="4rem" />
          ))}
        </Stack>
      )}
    </Section>
  );
}

type Props = { settings: NotificationSettings };

function ChoicesSection({ settings }: Props) {
  const me = useMe();
  const saveMutation = useUpdateNotificationSettings();
  const { data: devices } = useQuery({ ...pushDevicesQuery(), enabled: !me.impersonatorId });
  const zoneText = writeText(zoneName(settings.timeZone));
  return (
    <Section
      title={t('common.applicants')}
      description={t('notifications.dailySummaryHint', { zone: zoneText })}
      actions={
        <Text component="output" size="sm" c="dimmed">
          {saveMutation.isPending ? t('notifications.saving') : saveMutation.isSuccess ? t('common.saved') : null}
        </Text>
      }
    >
      <Stack gap="lg">
        {saveMutation.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(saveMutation.error)}
          </Alert>
        ) : null}
        {choiceKinds.map(({ code: kind, label, hint }) => (
          <NotificationChoice
            key={kind}
            choice={settings.choices.find((choice) => choice.kind === kind)}
            label={writeText(label)}
            hint={writeText(hint)}
            isBusy={saveMutation.isPending}
            hasDevices={devices !== undefined && devices.items.length > 0}
            onChange={(change) => saveMutation.mutate({ kind, ...change })}
          />
        ))}
        <MutedJobs settings={settings} />
      </Stack>
    </Section>
  );
}

type NotificationChoice = NotificationSettings['choices'][number];
type ChoiceProps = {
  choice: NotificationChoice | undefined;
  label: string;
  hint: string;
  isBusy: boolean;
  /** Whether the person has turned on push notifications anywhere. */
  hasDevices: boolean;
  onChange: (change: Partial<Omit<NotificationChoice, 'kind'>>) => void;
};

function NotificationChoice({ choice, label, hint, isBusy, hasDevices, onChange }: ChoiceProps) {
  return (
    <Group justify="space-between" gap="sm" align="flex-start">
      <div style={{ flex: '1 1 16rem' }}>
        <Text fw={600} size="sm">
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      <Stack gap="xs">
        <Text size="sm" aria-hidden>
          {t('ui.email')}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('notifications.emailAbout', { about: label })}
          disabled={isBusy}
          value={choice?.email ?? 'now'}
          onChange={(value) => {
            const timing = emailTimings.find(({ code }) => code === value);
            if (timing) onChange({ email: timing.code });
          }}
          data={emailTimings.map((timing) => ({ value: timing.code, label: writeText(timing.label) }))}
        />
        <Switch
          label={t('notifications.inAppNotifications')}
          aria-label={t('notifications.inAppNotificationsAbout', { about: label })}
          disabled={isBusy}
          checked={choice?.bell ?? true}
          onChange={({ currentTarget: { checked } }) => onChange({ bell: checked })}
        />
        {hasDevices ? (
          <Switch
            label={t('notifications.push')}
            aria-label={t('notifications.pushAbout', { about: label })}
            disabled={isBusy || choice?.bell === false}
            checked={choice ? choice.bell && choice.push : true}
            onChange={({ currentTarget: { checked } }) => onChange({ push: checked })}
          />
        ) : null}
      </Stack>
    </Group>
  );
}

function MutedJobs({ settings: { mutedJobs } }: Props) {
  const [searchText, setSearchText] = useState('');
  const { data: jobs, error, isFetching, refetch } = useQuery(jobsToMuteQuery(searchText));
  const muteMutation = useMuteJob();
  const options = (jobs?.items ?? []).filter(({ id }) => !mutedJobs.some((muted) => muted.id === id));
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {t('notifications.mutedJobs')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('notifications.mutedJobsHint')}
      </Text>
      {mutedJobs.map(({ id, title }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Button
            size="xs"
            variant="default"
            style={{ flexShrink: 0 }}
            aria-label={t('notifications.unmuteJobLabel', { title })}
            disabled={muteMutation.isPending}
            onClick={() => muteMutation.mutate({ id, muted: false })}
          >
            {t('notifications.unmuteJob')}
          </Button>
        </Group>
      ))}
      {mutedJobs.length === 0 ? <Text size="sm">{t('notifications.noMutedJobs')}</Text> : null}
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Select
          aria-label={t('notifications.muteAJob')}
          placeholder={t('notifications.muteAJob')}
          leftSection={<IconBellOff size={16} aria-hidden />}
          searchable
          disabled={muteMutation.isPending}
          error={muteMutation.error ? errorText(muteMutation.error) : undefined}
          value={null}
          searchValue={searchText}
          onSearchChange={setSearchText}
          filter={({ options: jobOptions }) => jobOptions}
          onChange={(id) => {
            if (!id) return;
            setSearchText('');
            muteMutation.mutate({ id, muted: true });
          }}
          data={options.map(({ id, title, city, state }) => ({ value: id, label: `${title}, ${city}, ${state}` }))}
        />
      )}
    </Stack>
  );
}
