import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { fullName } from '#shared/format.ts';
import { AccountProfileForm } from '#web/account/AccountProfileForm.tsx';
import { LeaveCompany } from '#web/account/LeaveCompany.tsx';
import { PictureField } from '#web/account/PictureField.tsx';
import { accountProfileQuery } from '#web/account/queries.ts';
import { ChangeEmailForm } from '#web/auth/ChangeEmailForm.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { useMe } from '#web/use-me.ts';
import { OthersAccount } from './OthersAccount.tsx';

/** `/company/settings/account-settings`: the own name, picture, time zone, phone and e-mail. */
export function AccountSettingsPage() {
  const me = useMe();
  const { data: profile } = useSuspenseQuery(accountProfileQuery());
  if (me.impersonatorId) return <OthersAccount title="Your account" name={fullName(me)} />;
  return (
    <>
      <PageHeader title="Your account" description="Your name and sign-in email." />
      <Stack gap="lg" maw="46rem">
        <Section title="Profile">
          <Stack gap="lg">
            <PictureField name={fullName(profile)} url={profile.profilePicture} />
            <AccountProfileForm me={me} profile={profile} />
          </Stack>
        </Section>
        <Section title="Email" description="Used to sign in and for notifications.">
          <ChangeEmailForm me={me} />
        </Section>
        <LeaveCompany me={me} />
      </Stack>
    </>
  );
}
