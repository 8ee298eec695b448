import { createFileRoute, notFound } from '@tanstack/react-router';

/** Any URL that no other route matches. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw notFound();
  },
});
