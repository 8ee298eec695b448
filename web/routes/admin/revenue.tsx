import { createFileRoute } from '@tanstack/react-router';
import { revenueQuery } from '#web/admin/queries.ts';
import { RevenuePage } from '#web/admin/RevenuePage.tsx';

export const Route = createFileRoute('/admin/revenue')({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(revenueQuery()),
  component: RevenuePage,
});
