import { createFileRoute, redirect } from '@tanstack/react-router';

/** The ads area opens on the list (`spec: access §2`). */
export const Route = createFileRoute('/ads/')({
  beforeLoad: () => {
    throw redirect({ href: '/ads/manage', replace: true });
  },
});
