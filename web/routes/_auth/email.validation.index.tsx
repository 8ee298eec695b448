import { createFileRoute, redirect } from '@tanstack/react-router';
import { statusOf } from '#web/errors.ts';
import { loadMe, reloadMe } from '#web/me.ts';

/** Where the mail's link leads: verifies, then says how it went. Without an answer the error page offers another try. */
export const Route = createFileRoute('/_auth/email/validation/')({
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  preload: false,
  beforeLoad: async ({ search }) => {
    const { trpcClient } = await import('#web/trpc.ts');
    const isVerified = await trpcClient.auth.verifyEmail.mutate({ token: search.token }).then(
      () => true,
      (error: unknown) => {
        const status = statusOf(error);
        if (status === undefined || status >= 500) throw error;
        return false;
      },
    );
    if (isVerified && (await loadMe())) await reloadMe();
    throw redirect({ to: isVerified ? '/email/validation/success' : '/email/validation/unsuccess', replace: true });
  },
});
