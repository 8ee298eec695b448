import { createFileRoute, redirect } from '@tanstack/react-router';
import { landingPath } from '#shared/access/access.ts';
import { loadMe } from '#web/signed-in/me.ts';

/** Redirects to the person's landing page or to sign-in (`docs/product/access.md#landing`). */
export const Route = createFileRoute('/')({
  beforeLoad: async () => {
    const me = await loadMe();
    throw redirect({ href: me ? landingPath(me.roles, me.companyId) : '/login', replace: true });
  },
});
