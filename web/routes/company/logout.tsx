import { createFileRoute, redirect } from '@tanstack/react-router';

/** The company section's own URL for signing out (`docs/product/access.md#signing-out`). */
export const Route = createFileRoute('/company/logout')({
  beforeLoad: () => {
    throw redirect({ to: '/logout', replace: true });
  },
});
