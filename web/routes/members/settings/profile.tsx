import { createFileRoute, redirect } from '@tanstack/react-router';

/** An old URL of the profile. */
export const Route = createFileRoute('/members/settings/profile')({
  beforeLoad: () => {
    throw redirect({ href: '/members/profile', replace: true });
  },
});
