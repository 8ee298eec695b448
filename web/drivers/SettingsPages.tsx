import { Alert, Stack, Switch, Text, Button, List } from '@mantine/core';
import { IconAlertTriangle, type Icon, IconBell, IconChevronRight, IconLock, IconTrash, IconUser } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useRouter, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { can, roles } from '#shared/access/access.ts';
import { optionalMailsOf } from '#shared/accounts/mail-preferences.ts';
import { date } from '#shared/format.ts';
import { NotificationChoices } from '#web/account/NotificationChoices.tsx';
import { mailPreferencesQuery, useSetMailPreferences } from '#web/account/queries.ts';
import { YourData } from '#web/account/YourData.tsx';
import { errorText } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { PushDevices } from '#web/notifications/PushDevices.tsx';
import { clearStorage } from '#web/session/session.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText, rich } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import uiStyles from '#web/ui/ui.module.css';
import { useDeleteAccount } from './queries.ts';
import styles from './SettingsPages.module.css';
import { TextConsent } from './TextConsent.tsx';

type Subsection = { to: string; label: string; hint: string; icon: Icon; isForDrivers?: boolean };

/** The subsections of the members settings, and the profile, which is a screen of its own (`docs/product/drivers.md#member-settings`). */
const subsections: readonly Subsection[] = [
  {
    to: '/members/profile',
    label: t('driver.myProfile'),
    hint: t('driver.settingsProfileHint'),
    icon: IconUser,
    isForDrivers: true,
  },
  {
    to: '/members/settings/notifications',
    label: t('common.notifications'),
    hint: t('driver.settingsNotificationsHint'),
    icon: IconBell,
  },
  {
    to: '/members/settings/reset-password',
    label: t('ui.password'),
    hint: t('driver.settingsPasswordHint'),
    icon: IconLock,
  },
  {
    to: '/members/settings/delete-account',
    label: t('common.deleteAccount'),
    hint: t('driver.settingsDeleteHint'),
    icon: IconTrash,
  },
];

function useSubsections(): readonly Subsection[] {
  const { roles: userRoles } = useMe();
  return subsections.filter(({ isForDrivers }) => !isForDrivers || can(userRoles, 'driver.self'));
}

/** `/members/settings`: the subsections, each with what it is for. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title={t('common.settings')} description={t('driver.settingsDescription')} />
      <Stack component="nav" aria-label={t('common.settings')} gap="sm" maw="46rem">
        {useSubsections().map(({ to, label, hint, icon: SubsectionIcon }) => (
          <Link key={to} to={to} className={styles.card}>
            <SubsectionIcon size={24} stroke={1.75} aria-hidden />
            <span>
              <Text span fw={600}>
                {label}
              </Text>
              <Text span size="sm" c="dimmed" display="block">
                {hint}
              </Text>
            </span>
            <IconChevronRight size={18} aria-hidden />
          </Link>
        ))}
      </Stack>
    </>
  );
}

/** The subsections next to the open one, or above it on small screens. The first screen lists them itself. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const items = useSubsections();
  const isFirstScreen = useLocation({ select: ({ pathname }) => pathname.endsWith('/settings') });
  if (isFirstScreen) return children;
  return (
    <div className={styles.frame}>
      <nav aria-label={t('common.settings')} className={styles.nav}>
        {items.map(({ to, label, icon: SubsectionIcon }) => (
          <Link key={to} to={to} className={uiStyles.item} activeOptions={{ exact: true }} activeProps={{ 'data-active': true }}>
            <SubsectionIcon size={18} stroke={1.75} aria-hidden />
            {label}
          </Link>
        ))}
      </nav>
      <div className={uiStyles.content}>{children}</div>
    </div>
  );
}

/** `/members/settings/notifications`: each switch saves immediately. */
export function NotificationsPage() {
  const me = useMe();
  const { data: preferences } = useSuspenseQuery(mailPreferencesQuery());
  const saveMutation = useSetMailPreferences();
  const timeZone = useTimeZone();
  const { muted, newsletters, newslettersConsentAt, newslettersConsentText: consentText } = preferences;
  const kinds = optionalMailsOf(me.roles);
  const isBusy = saveMutation.isPending;
  const worksOnApplicants = me.companyId !== null && can(me.roles, 'applicants.read');
  return (
    <>
      <PageHeader title={t('common.notifications')} description={t('driver.notificationsDescription', { email: me.email })} />
      <Stack gap="lg" maw="46rem">
        {saveMutation.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(saveMutation.error)}
          </Alert>
        ) : null}
        {(worksOnApplicants || can(me.roles, 'driver.self')) && !me.impersonatorId ? <PushDevices /> : null}
        {worksOnApplicants ? <NotificationChoices /> : null}
        {kinds.length > 0 ? (
          <Section title={me.companyId ? t('driver.emailsAboutJobs') : t('driver.emailsAboutApplications')}>
            <Stack gap="md">
              {kinds.map(({ code, label, hint }) => (
                <Switch
                  key={code}
                  label={writeText(label)}
                  description={writeText(hint)}
                  checked={!muted.includes(code)}
                  disabled={isBusy}
                  onChange={({ currentTarget: { checked } }) =>
                    saveMutation.mutate({ muted: checked ? muted.filter((one) => one !== code) : [...muted, code] })
                  }
                />
              ))}
            </Stack>
          </Section>
        ) : null}
        <TextConsent />
        <Section title={t('driver.newsAndOffers')}>
          <Switch
            label={t('signUp.newslettersConsent')}
            checked={newsletters}
            disabled={isBusy}
            onChange={({ currentTarget: { checked } }) => saveMutation.mutate({ newsletters: checked })}
          />
          <Text size="sm" c="dimmed" mt="sm">
            {newsletters && newslettersConsentAt
              ? t('driver.agreedToNewsletters', {
                  newslettersConsentAt: date(newslettersConsentAt, timeZone),
                  consent: consentText ?? t('signUp.newslettersConsent'),
                })
              : t('driver.consentOffHint')}
          </Text>
        </Section>
        <Text size="sm" c="dimmed">
          {t('driver.securityEmailsNote')}
        </Text>
      </Stack>
    </>
  );
}

const deletedItems = [t('driver.deletedPersonalData'), t('driver.deletedEmails'), t('driver.deletedSessions')];

/** `/members/settings/delete-account` (`docs/product/drivers.md#deleting-an-account`). */
export function DeleteAccountPage() {
  const me = useMe();
  const router = useRouter();
  const { ask, dialog } = useConfirm();
  const { mutate: remove, isPending, isSuccess } = useDeleteAccount();
  const keepsOtherRoles = me.roles.some((role) => role !== roles.driver);
  const askAndDelete = async () => {
    const isConfirmed = await ask({
      title: t('driver.deleteAccountConfirm'),
      message: t('common.cannotBeUndone'),
      confirmLabel: t('common.yes'),
      cancelLabel: t('common.no'),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    remove(undefined, {
      onSuccess: async () => {
        clearStorage();
        await router.navigate({ to: '/deleted-members', replace: true });
        queryClient.clear();
      },
      onError: (error) => toast.error(error),
    });
  };
  return (
    <>
      <PageHeader title={t('common.deleteAccount')} />
      <Stack gap="lg" maw="46rem">
        <YourData />
        <Section>
          <Stack gap="md">
            <Alert
              color="red"
              variant="light"
              icon={<IconAlertTriangle aria-hidden />}
              title={t('driver.deleteAccountWarningTitle')}
            >
              {keepsOtherRoles ? t('driver.deleteDriverRoleWarning') : t('driver.deleteAccountWarning')}
            </Alert>
            <div>
              <Text fw={600} size="sm" mb="xs">
                {t('driver.whatGetsDeleted')}
              </Text>
              <List size="sm" spacing="xs">
                {deletedItems.map((line) => (
                  <List.Item key={line}>{line}</List.Item>
                ))}
              </List>
            </div>
            <Text size="sm">
              {rich('driver.whatWeKeep', {
                b: (content) => (
                  <Text span fw={600} inherit>
                    {content}
                  </Text>
                ),
              })}
            </Text>
            <Button
              color="red"
              loading={isPending || isSuccess}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => void askAndDelete()}
            >
              {t('common.deleteAccount')}
            </Button>
          </Stack>
        </Section>
      </Stack>
      {dialog}
    </>
  );
}
