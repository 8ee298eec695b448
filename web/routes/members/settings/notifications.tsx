import { createFileRoute } from '@tanstack/react-router';
import { mailPreferencesQuery } from '#web/account/queries.ts';
import { NotificationsPage } from '#web/drivers/SettingsPages.tsx';

export const Route = createFileRoute('/members/settings/notifications')({
  loader: async ({ context: { queryClient } }) => void (await queryClient.ensureQueryData(mailPreferencesQuery())),
  component: NotificationsPage,
});
