import { Stack } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { fullName } from '#shared/format.ts';
import { ChangeEmailForm } from '#web/auth/ChangeEmailForm.tsx';
import { SessionList } from './SessionList.tsx';
import type { Me } from '#web/me.ts';
import { useMe } from '#web/use-me.ts';

import { EmptyState } from '#web/ui/States.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { AccountProfileForm, PictureField } from './AccountProfileForm.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { LeaveCompany } from './LeaveCompany.tsx';
import { PasswordSection } from './PasswordSection.tsx';

import { YourData } from './YourData.tsx';
import { accountProfileQuery } from './queries.ts';
import { t } from '#web/texts/app.ts';

/** A person's own account, for every role: profile, email, password and sessions. */
export function AccountPage({ title = t('common.yourAccount') }: { title?: string }) {
  const me = useMe();
  if (me.impersonatorId) return <ImpersonatedAccountNotice me={me} title={title} />;
  return (
    <>
      <PageHeader title={title} description={t('account.yourNameSignDetailsDevices')} />
      <OwnAccount me={me} />
    </>
  );
}

function OwnAccount({ me }: { me: Me }) {
  const { data: profile } = useSuspenseQuery(accountProfileQuery());
  return (
    <Stack gap="lg" maw="46rem">
      <Section title={t('common.profile')}>
        <Stack gap="lg">
          <PictureField name={fullName(profile)} url={profile.profilePicture} />
          <AccountProfileForm me={me} profile={profile} />
        </Stack>
      </Section>
      <Section title={t('common.email')} description={t('account.usedSignNotifications')}>
        <ChangeEmailForm me={me} />
      </Section>
      <PasswordSection email={me.email} isSubtle />
      <SessionList />
      <YourData />
      <LeaveCompany me={me} />
      <DeleteAccount me={me} />
    </Stack>
  );
}

/** An administrator cannot change how the impersonated person signs in (`docs/product/access.md#impersonation`). */
function ImpersonatedAccountNotice({ me, title }: { me: Me; title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={t('account.thisIsMeSAccount', { me: fullName(me) })} icon={<IconUserShield size={28} />}>
        {t('account.youreActingMeOnlyAccount', { me: fullName(me) })}
      </EmptyState>
    </>
  );
}
