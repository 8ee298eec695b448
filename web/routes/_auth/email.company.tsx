import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { statusOf } from '#web/errors.ts';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import { loadMe } from '#web/me.ts';

function CompanyEmailPage() {
  const { isVerified, me } = Route.useRouteContext();
  const words = isVerified
    ? { title: 'The company email is verified', hint: 'Invoices and receipts come to this address now.' }
    : {
        title: 'The company email could not be verified',
        hint: 'A link works once and for 24 hours, and only the newest one counts. A company admin can send another from the settings.',
      };
  return (
    <AuthCard title={words.title} tab={isVerified ? 'Company email verified' : 'Company email not verified'} hint={words.hint}>
      <Button component="a" href={me ? '/company/settings/company-settings' : '/login'} color="orange">
        {me ? 'Open the settings' : 'Sign in'}
      </Button>
    </AuthCard>
  );
}

/** Where the mail to a company's address leads: whoever reads it there proves it. */
export const Route = createFileRoute('/_auth/email/company')({
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  preload: false,
  beforeLoad: async ({ search }) => {
    const { trpcClient } = await import('#web/trpc.ts');
    const isVerified = await trpcClient.company.verifyEmail.mutate({ token: search.token }).then(
      () => true,
      (error: unknown) => {
        const status = statusOf(error);
        if (status === undefined || status >= 500) throw error;
        return false;
      },
    );
    return { isVerified, me: await loadMe() };
  },
  component: CompanyEmailPage,
});
