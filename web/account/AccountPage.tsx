import { Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { fullName } from '#shared/format.ts';
import { ChangeEmailForm } from '#web/auth/ChangeEmailForm.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { AccountProfileForm, PictureField } from './AccountProfileForm.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ImpersonatedAccountNotice } from './ImpersonatedAccountNotice.tsx';
import { LeaveCompany } from './LeaveCompany.tsx';
import { accountProfileQuery } from './queries.ts';
import { YourData } from './YourData.tsx';

/** `/account` and `/company/settings/account-settings`: a person's own account. Signing in has its own page. */
export function AccountPage() {
  const me = useMe();
  const { data: profile } = useSuspenseQuery(accountProfileQuery());
  if (me.impersonatorId) return <ImpersonatedAccountNotice me={me} title={t('common.yourAccount')} />;
  return (
    <>
      <PageHeader title={t('common.yourAccount')} description={t('settings.accountDescription')} />
      <Stack gap="lg" maw="46rem">
        <Section title={t('common.profile')}>
          <Stack gap="lg">
            <PictureField name={fullName(profile)} url={profile.profilePicture} />
            <AccountProfileForm me={me} profile={profile} />
          </Stack>
        </Section>
        <Section title={t('ui.email')} description={t('account.emailDescription')}>
          <ChangeEmailForm me={me} />
        </Section>
        <Section title={t('security.security')}>
          <Group justify="space-between" gap="sm">
            <Text size="sm">{t('security.securityHint')}</Text>
            <Button variant="default" component={Link} to="/account/security">
              {t('security.manageSecurity')}
            </Button>
          </Group>
        </Section>
        <YourData />
        <LeaveCompany me={me} />
        <DeleteAccount me={me} />
      </Stack>
    </>
  );
}
