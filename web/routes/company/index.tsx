import { createFileRoute, redirect } from '@tanstack/react-router';

/** The company area opens on its jobs (`spec: access §2`). */
export const Route = createFileRoute('/company/')({
  beforeLoad: () => {
    throw redirect({ href: '/company/jobs', replace: true });
  },
});
