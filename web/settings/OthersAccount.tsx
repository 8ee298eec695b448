import { IconUserShield } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** An admin who acts as somebody does not get at how that person signs in or pays (`product: Accounts and sessions`). */
export function OthersAccount({ title, name }: { title: string; name: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={`This is ${name}’s account`} icon={<IconUserShield size={28} />}>
        You’re acting as {name}. Only the account owner can change the profile, email, password and sessions.
      </EmptyState>
    </>
  );
}
