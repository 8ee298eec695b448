import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#web/account/AccountPage.tsx';
import { accountProfileQuery } from '#web/account/queries.ts';

export const Route = createFileRoute('/company/settings/account-settings')({
  loader: async ({ context: { queryClient } }) => void (await queryClient.ensureQueryData(accountProfileQuery())),
  component: AccountPage,
});
