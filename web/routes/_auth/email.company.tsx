import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { statusOf } from '#web/errors.ts';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import { loadMe } from '#web/me.ts';

function CompanyEmailPage() {
  const { isVerified, me } = Route.useRouteContext();
  const words = isVerified
    ? { title: 'Company email verified', hint: 'We’ll now send invoices and receipts here.' }
    : {
        title: 'Couldn’t verify the company email',
        hint: 'This link has expired or was already used. A company admin can send a new one from settings.',
      };
  return (
    <AuthCard title={words.title} tab={isVerified ? 'Company email verified' : 'Company email not verified'} hint={words.hint}>
      <Button component="a" href={me ? '/company/settings/company-settings' : '/login'} color="orange">
        {me ? 'Open settings' : 'Sign in'}
      </Button>
    </AuthCard>
  );
}

/** The link in the email that verifies a company's address. */
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
