import { createFileRoute, redirect } from '@tanstack/react-router';

/** The section's own address of the one log-out question (`spec: access §2`). */
export const Route = createFileRoute('/company/logout')({
  beforeLoad: () => {
    throw redirect({ to: '/logout', replace: true });
  },
});
