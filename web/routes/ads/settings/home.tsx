import { createFileRoute } from '@tanstack/react-router';
import { AdSettingsPage } from '#web/ads/AdSettingsPage.tsx';
import { adSettingsQuery } from '#web/ads/queries.ts';

/** Loaded each time, so that an edit starts from the stored data. */
export const Route = createFileRoute('/ads/settings/home')({
  loader: async ({ context: { queryClient } }) => void (await queryClient.fetchQuery({ ...adSettingsQuery(), staleTime: 0 })),
  component: AdSettingsPage,
});
