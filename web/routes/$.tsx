import { createFileRoute, notFound } from '@tanstack/react-router';

/** What no other route answers; from the entrance, the other sections' routes are fetched first. */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ context, preload }) => {
    if (!context.leaveEntrance) throw notFound();
    if (!preload) await context.leaveEntrance();
  },
});
