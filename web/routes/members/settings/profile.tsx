import { createFileRoute, redirect } from '@tanstack/react-router';

/** The subsection that the settings open on, by its name. */
export const Route = createFileRoute('/members/settings/profile')({
  beforeLoad: () => {
    throw redirect({ href: '/members/settings', replace: true });
  },
});
