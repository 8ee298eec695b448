import { createFileRoute, redirect } from '@tanstack/react-router';

/** The admin area opens on the company list (`docs/product/screens.md#addresses`). */
export const Route = createFileRoute('/admin/')({
  beforeLoad: () => {
    throw redirect({ href: '/admin/company-list', replace: true });
  },
});
