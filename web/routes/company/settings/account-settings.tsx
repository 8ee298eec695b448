import { createFileRoute } from '@tanstack/react-router';
import { accountProfileQuery } from '#web/account/queries.ts';
import { AccountPage } from '#web/account/AccountPage.tsx';

export const Route = createFileRoute('/company/settings/account-settings')({
  loader: async ({ context: { queryClient } }) => void (await queryClient.ensureQueryData(accountProfileQuery())),
  component: AccountPage,
});
