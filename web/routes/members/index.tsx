import { createFileRoute, redirect } from '@tanstack/react-router';

/** The drivers' area opens at home (`spec: access §2`). */
export const Route = createFileRoute('/members/')({
  beforeLoad: () => {
    throw redirect({ href: '/members/home', replace: true });
  },
});
