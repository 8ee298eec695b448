import { Stack } from '@mantine/core';
import { fullName } from '#shared/format.ts';
import { PasswordSection } from '#web/account/PasswordSection.tsx';
import { SessionList } from '#web/auth/SessionList.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useMe } from '#web/use-me.ts';
import { OthersAccount } from './OthersAccount.tsx';

/** `/company/settings/password`: the own password, and the devices that it let in. */
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
