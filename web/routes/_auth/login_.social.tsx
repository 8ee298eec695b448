import { createFileRoute, redirect } from '@tanstack/react-router';

/**
 * Receives a provider's answer, signs in with it and continues. Social sign-in answers in the URL's fragment, company sign-in
 * in its query (`docs/product/access.md#social-sign-in`, `docs/product/access.md#company-sign-in`).
 */
export const Route = createFileRoute('/_auth/login_/social')({
  preload: false,
  beforeLoad: async ({ location }) => {
    // This reads the raw query, because the router would parse a code that looks like a number as a number.
    const query = globalThis.location.search;
    const href =
      query && !location.hash
        ? await (await import('#web/auth/company-sign-in.ts')).completeCompanySignIn(query)
        : await (await import('#web/auth/social-redirect.ts')).completeSocialSignIn(location.hash);
    throw redirect({ href, replace: true });
  },
});
