import { createFileRoute, redirect } from '@tanstack/react-router';

/** The ads area opens on the list of ads (`docs/product/screens.md#addresses`). */
export const Route = createFileRoute('/ads/')({
  beforeLoad: () => {
    throw redirect({ href: '/ads/manage', replace: true });
  },
});
