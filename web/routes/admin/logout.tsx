import { createFileRoute, redirect } from '@tanstack/react-router';

/** The admin section's own URL for signing out (`docs/product/access.md#signing-out`). */
export const Route = createFileRoute('/admin/logout')({
  beforeLoad: () => {
    throw redirect({ to: '/logout', replace: true });
  },
});
