import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { fullName } from '#shared/format.ts';
import { AccountProfileForm, PictureField } from '#web/account/AccountProfileForm.tsx';
import { LeaveCompany } from '#web/account/LeaveCompany.tsx';
import { accountProfileQuery } from '#web/account/queries.ts';
import { ChangeEmailForm } from '#web/auth/ChangeEmailForm.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { useMe } from '#web/use-me.ts';
import { PasswordSection } from '#web/account/PasswordSection.tsx';
import { SessionList } from '#web/account/SessionList.tsx';
import { IconUserShield } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** `/company/settings/account-settings`: the person's name, picture, time zone, phone and email. */
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

/** `/company/settings/password`: the person's password and sessions. */
export function PasswordSettingsPage() {
  const me = useMe();
  if (me.impersonatorId) return <OthersAccount title="Password and sessions" name={fullName(me)} />;
  return (
    <>
      <PageHeader title="Password and sessions" />
      <Stack gap="lg" maw="46rem">
        <PasswordSection email={me.email} />
        <SessionList />
      </Stack>
    </>
  );
}

/** An administrator cannot change how the impersonated person signs in or pays (`docs/product/access.md#impersonation`). */
function OthersAccount({ title, name }: { title: string; name: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={`This is ${name}’s account`} icon={<IconUserShield size={28} />}>
        You’re acting as {name}. Only the account owner can change the profile, email, password and sessions.
      </EmptyState>
    </>
  );
}
