import { createFileRoute, notFound } from '@tanstack/react-router';

/** An address that no other route answers. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw notFound();
  },
});
