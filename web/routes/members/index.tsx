import { createFileRoute, redirect } from '@tanstack/react-router';

/** The members area opens on its home (`docs/product/screens.md#addresses`). */
export const Route = createFileRoute('/members/')({
  beforeLoad: () => {
    throw redirect({ href: '/members/home', replace: true });
  },
});
