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
import { t, writeText } from '#web/texts/app.ts';

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
      <PageHeader
        title={t('common.notifications')}
        description={t('driver.emailPreferencesEmailChangesSave', { email: me.email })}
      />
      <Stack gap="lg" maw="46rem">
        {saving.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(saving.error)}
          </Alert>
        ) : null}
        {kinds.length > 0 ? (
          <Section title={me.companyId ? t('driver.yourCompanysJobs') : t('driver.yourApplications')}>
            <Stack gap="md">
              {kinds.map(({ code, label, hint }) => (
                <Switch
                  key={code}
                  label={writeText(label)}
                  description={writeText(hint)}
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
        <Section title={t('driver.newsAndOffers')}>
          <Switch
            label={newslettersConsentText}
            checked={newsletters}
            disabled={isBusy}
            onChange={({ currentTarget: { checked } }) => saving.mutate({ newsletters: checked })}
          />
          <Text size="sm" c="dimmed" mt="sm">
            {newsletters && newslettersConsentAt
              ? t('driver.agreedToNewsletters', {
                  newslettersConsentAt: date(newslettersConsentAt, timeZone),
                  consent: agreedTo ?? newslettersConsentText,
                })
              : t('driver.offIfTurnWeRecord')}
          </Text>
        </Section>
        <Text size="sm" c="dimmed">
          {t('driver.youllAlwaysGetEmailsAbout')}
        </Text>
      </Stack>
    </>
  );
}
