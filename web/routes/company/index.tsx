import { createFileRoute, redirect } from '@tanstack/react-router';

/** The company area opens on the jobs (`docs/product/screens.md#addresses`). */
export const Route = createFileRoute('/company/')({
  beforeLoad: () => {
    throw redirect({ href: '/company/jobs', replace: true });
  },
});
