import { createFileRoute, redirect } from '@tanstack/react-router';
import { readToken } from '#web/browser/search-params.ts';

/**
 * The link in the verification email. It verifies the address and shows the result. If the server does not answer, the error
 * page offers to retry.
 */
export const Route = createFileRoute('/_auth/email/validation/')({
  validateSearch: readToken,
  preload: false,
  beforeLoad: async ({ search }) => {
    const { verifyEmail } = await import('#web/auth/emailed-link.ts');
    const isVerified = await verifyEmail(search.token);
    throw redirect({ to: isVerified ? '/email/validation/success' : '/email/validation/unsuccess', replace: true });
  },
});
