import { createFileRoute, redirect } from '@tanstack/react-router';

/** The ad settings open on their home page (`docs/product/screens.md#addresses`). */
export const Route = createFileRoute('/ads/settings/')({
  beforeLoad: () => {
    throw redirect({ href: '/ads/settings/home', replace: true });
  },
});
