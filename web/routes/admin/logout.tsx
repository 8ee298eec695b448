import { createFileRoute, redirect } from '@tanstack/react-router';

/** The section's own address of the one log-out question (`spec: access §2`). */
export const Route = createFileRoute('/admin/logout')({
  beforeLoad: () => {
    throw redirect({ to: '/logout', replace: true });
  },
});
