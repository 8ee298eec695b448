import { createFileRoute, redirect } from '@tanstack/react-router';

/** The admin area opens on the company list (`spec: access §2`). */
export const Route = createFileRoute('/admin/')({
  beforeLoad: () => {
    throw redirect({ href: '/admin/company-list', replace: true });
  },
});
