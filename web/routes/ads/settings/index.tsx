import { createFileRoute, redirect } from '@tanstack/react-router';

/** The settings open at home (`spec: work §2 Ads area`). */
export const Route = createFileRoute('/ads/settings/')({
  beforeLoad: () => {
    throw redirect({ href: '/ads/settings/home', replace: true });
  },
});
