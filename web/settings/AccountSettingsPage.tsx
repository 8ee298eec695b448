import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { fullName } from '#shared/format.ts';
import { AccountProfileForm, PictureField } from '#web/account/AccountProfileForm.tsx';
import { DeleteAccount } from '#web/account/DeleteAccount.tsx';
import { LeaveCompany } from '#web/account/LeaveCompany.tsx';
import { accountProfileQuery } from '#web/account/queries.ts';
import { ChangeEmailForm } from '#web/auth/ChangeEmailForm.tsx';
import { YourData } from '#web/account/YourData.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { useMe } from '#web/use-me.ts';
import { PasswordSection } from '#web/account/PasswordSection.tsx';
import { SessionList } from '#web/account/SessionList.tsx';
import { IconUserShield } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/States.tsx';
import { t } from '#web/texts/app.ts';

/** `/company/settings/account-settings`: the person's name, picture, time zone, phone and email. */
export function AccountSettingsPage() {
  const me = useMe();
  const { data: profile } = useSuspenseQuery(accountProfileQuery());
  if (me.impersonatorId) return <ImpersonatedAccountNotice title={t('common.yourAccount')} name={fullName(me)} />;
  return (
    <>
      <PageHeader title={t('common.yourAccount')} description={t('settings.yourNameSignEmail')} />
      <Stack gap="lg" maw="46rem">
        <Section title={t('common.profile')}>
          <Stack gap="lg">
            <PictureField name={fullName(profile)} url={profile.profilePicture} />
            <AccountProfileForm me={me} profile={profile} />
          </Stack>
        </Section>
        <Section title={t('common.email')} description={t('settings.usedSignNotifications')}>
          <ChangeEmailForm me={me} />
        </Section>
        <YourData />
        <LeaveCompany me={me} />
        <DeleteAccount me={me} />
      </Stack>
    </>
  );
}

/** `/company/settings/password`: the person's password and sessions. */
export function PasswordSettingsPage() {
  const me = useMe();
  if (me.impersonatorId) return <ImpersonatedAccountNotice title={t('settings.passwordAndSessions')} name={fullName(me)} />;
  return (
    <>
      <PageHeader title={t('settings.passwordAndSessions')} />
      <Stack gap="lg" maw="46rem">
        <PasswordSection email={me.email} />
        <SessionList />
      </Stack>
    </>
  );
}

/** An administrator cannot change how the impersonated person signs in or pays (`docs/product/access.md#impersonation`). */
function ImpersonatedAccountNotice({ title, name }: { title: string; name: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={t('settings.thisIsNameSAccount', { name })} icon={<IconUserShield size={28} />}>
        {t('settings.youreActingNameOnlyAccount', { name })}
      </EmptyState>
    </>
  );
}
