import { createFileRoute, redirect } from '@tanstack/react-router';

/** Where a provider's answer lands, in the fragment: signs in with it and goes on (`spec: access §2 Login screen`). */
export const Route = createFileRoute('/_auth/login_/social')({
  preload: false,
  beforeLoad: async ({ location }) => {
    const { arrive } = await import('#web/auth/social-journey.ts');
    throw redirect({ href: await arrive(location.hash), replace: true });
  },
});
