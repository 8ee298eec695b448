import { createFileRoute, redirect } from '@tanstack/react-router';

/** Receives a provider's answer in the URL fragment, signs in with it and continues (`docs/product/access.md#social-sign-in`). */
export const Route = createFileRoute('/_auth/login_/social')({
  preload: false,
  beforeLoad: async ({ location }) => {
    const { arrive } = await import('#web/auth/social-journey.ts');
    throw redirect({ href: await arrive(location.hash), replace: true });
  },
});
