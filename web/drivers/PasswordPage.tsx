import { Stack } from '@mantine/core';
import { PasswordSection } from '#web/account/PasswordSection.tsx';
import { SessionList } from '#web/account/SessionList.tsx';
import { useMe } from '#web/use-me.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { t } from '#web/texts/app.ts';

/** `/members/settings/reset-password`: the driver's password and sessions. */
export function PasswordPage() {
  const me = useMe();
  return (
    <>
      <PageHeader title={t('driver.passwordAndSessions')} />
      <Stack gap="lg" maw="46rem">
        <PasswordSection email={me.email} />
        <SessionList />
      </Stack>
    </>
  );
}
