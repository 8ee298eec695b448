import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#web/account/AccountPage.tsx';
import { accountProfileQuery } from '#web/account/queries.ts';

function CompanySettings() {
  return <AccountPage title="Settings" />;
}

export const Route = createFileRoute('/company/settings')({
  loader: async ({ context: { queryClient } }) => void (await queryClient.ensureQueryData(accountProfileQuery())),
  component: CompanySettings,
});
