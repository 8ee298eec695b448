import { createFileRoute, redirect } from '@tanstack/react-router';

/** An explicit URL for the profile, which is also the first page of the settings. */
export const Route = createFileRoute('/members/settings/profile')({
  beforeLoad: () => {
    throw redirect({ href: '/members/settings', replace: true });
  },
});
