import { Alert, Stack, Switch, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { newslettersConsentText } from '#shared/accounts/auth.ts';
import { date } from '#shared/format.ts';
import { optionalMailsOf } from '#shared/accounts/mail-preferences.ts';
import { mailPreferencesQuery, useSetMailPreferences } from '#web/account/queries.ts';
import { errorText } from '#web/errors.ts';
import { useMe, useTimeZone } from '#web/use-me.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';

/** `/members/settings/notifications`: each switch saves immediately. */
export function NotificationsPage() {
  const me = useMe();
  const { data: preferences } = useSuspenseQuery(mailPreferencesQuery());
  const saving = useSetMailPreferences();
  const timeZone = useTimeZone();
  const { muted, newsletters, newslettersConsentAt, newslettersConsentText: agreedTo } = preferences;
  const kinds = optionalMailsOf(me.roles);
  const isBusy = saving.isPending;
  return (
    <>
      <PageHeader title="Notifications" description={`Email preferences for ${me.email}. Changes save automatically.`} />
      <Stack gap="lg" maw="46rem">
        {saving.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(saving.error)}
          </Alert>
        ) : null}
        {kinds.length > 0 ? (
          <Section title={me.companyId ? 'Your company’s jobs' : 'Your applications'}>
            <Stack gap="md">
              {kinds.map(({ code, label, hint }) => (
                <Switch
                  key={code}
                  label={label}
                  description={hint}
                  checked={!muted.includes(code)}
                  disabled={isBusy}
                  onChange={({ currentTarget: { checked } }) =>
                    saving.mutate({ muted: checked ? muted.filter((one) => one !== code) : [...muted, code] })
                  }
                />
              ))}
            </Stack>
          </Section>
        ) : null}
        <Section title="News and offers">
          <Switch
            label={newslettersConsentText}
            checked={newsletters}
            disabled={isBusy}
            onChange={({ currentTarget: { checked } }) => saving.mutate({ newsletters: checked })}
          />
          <Text size="sm" c="dimmed" mt="sm">
            {newsletters && newslettersConsentAt
              ? `You agreed on ${date(newslettersConsentAt, timeZone)} to: “${agreedTo ?? newslettersConsentText}”. You can turn this off anytime.`
              : 'Off. If you turn it on, we record the date and wording.'}
          </Text>
        </Section>
        <Text size="sm" c="dimmed">
          You’ll always get emails about your sign-in and security.
        </Text>
      </Stack>
    </>
  );
}
