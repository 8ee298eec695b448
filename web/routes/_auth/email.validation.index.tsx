import { createFileRoute, redirect } from '@tanstack/react-router';
import { isAccepted } from '#web/auth/emailed-link.ts';
import { loadMe, reloadMe } from '#web/signed-in/me.ts';

/**
 * The link in the verification email. It verifies the address and shows the result. If the server does not answer, the error
 * page offers to retry.
 */
export const Route = createFileRoute('/_auth/email/validation/')({
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  preload: false,
  beforeLoad: async ({ search }) => {
    const { trpcClient } = await import('#web/api/trpc.ts');
    const isVerified = await isAccepted(trpcClient.auth.verifyEmail.mutate({ token: search.token }));
    if (isVerified && (await loadMe())) await reloadMe();
    throw redirect({ to: isVerified ? '/email/validation/success' : '/email/validation/unsuccess', replace: true });
  },
});
