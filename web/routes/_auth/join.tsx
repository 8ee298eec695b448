import { Text } from '@mantine/core';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { statusOf } from '#web/api/errors.ts';
import { JoinWithAccountForm, JoinForm } from '#web/auth/JoinForm.tsx';
import { offeredSources } from '#web/auth/social-sources.ts';
import { readToken } from '#web/browser/search-params.ts';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { useBusy } from '#web/layouts/use-busy.ts';
import { t, rich } from '#web/texts/app.ts';

/** The link in an invitation: the person chooses a password and is signed in (`docs/product/companies.md#employees`). */
function JoinPage() {
  const { invitation } = Route.useLoaderData();
  const { token } = Route.useSearch();
  const { history } = useRouter();
  const { isBusy, whileBusy } = useBusy();
  if (!invitation)
    return (
      <AuthCard
        title={t('signUp.invitationExpiredTitle')}
        hint={t('signUp.invitationExpiredHint')}
        footer={<RouterAnchor to="/login">{t('ui.signIn')}</RouterAnchor>}
      />
    );
  const { email, firstName, companyName, hasAccount } = invitation;
  if (hasAccount) return <JoinAsPage email={email} firstName={firstName} companyName={companyName} token={token} />;
  const join = async (password: string) => {
    const { trpcClient } = await import('#web/api/trpc.ts');
    await trpcClient.employees.join.mutate({ token, password });
    const { signIn } = await import('#web/auth/sign-in.ts');
    const { redirect: redirectPath } = await signIn({ email, password, role: 'employer', hasAcceptedTerms: true });
    history.push(redirectPath);
  };
  return (
    <AuthCard
      title={t('signUp.joinTitle', { companyName })}
      hint={t('signUp.joinNewAccountHint', { firstName, email })}
      isBusy={isBusy}
    >
      <JoinForm email={email} onSubmit={whileBusy(join)} />
    </AuthCard>
  );
}

type InvitedPerson = { email: string; firstName: string; companyName: string; token: string };

/**
 * The same link for a person who already has an account, such as a driver. The account joins the company and keeps its roles.
 */
function JoinAsPage({ email, firstName, companyName, token }: InvitedPerson) {
  const { signedInEmail } = Route.useLoaderData();
  const { history } = useRouter();
  const { isBusy, whileBusy } = useBusy();
  const isSignedIn = signedInEmail?.toLowerCase() === email.toLowerCase();
  const join = async (password: string) => {
    const { acceptInvitation } = await import('#web/auth/sign-up.ts');
    history.push(await acceptInvitation({ token, email, password: isSignedIn ? null : password }));
  };
  return (
    <AuthCard
      title={t('signUp.joinTitle', { companyName })}
      hint={t('signUp.joinExistingAccountHint', { firstName })}
      isBusy={isBusy}
      footer={
        isSignedIn ? undefined : (
          <Text size="sm" c="dimmed">
            {rich(offeredSources.length > 0 ? 'signUp.joinNoPasswordHint' : 'signUp.joinForgotPasswordHint', {
              signInLink: (content) => <RouterAnchor to="/login">{content}</RouterAnchor>,
            })}
          </Text>
        )
      }
    >
      <JoinWithAccountForm email={email} isSignedIn={isSignedIn} onSubmit={whileBusy(join)} />
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/join')({
  validateSearch: readToken,
  preload: false,
  loaderDeps: ({ search: { token } }) => ({ token }),
  /** Null for a used or expired link. After any other error, the error page offers to retry. */
  loader: async ({ deps: { token } }) => {
    const { trpcClient } = await import('#web/api/trpc.ts');
    const invitation = await trpcClient.employees.invitation.mutate({ token }).catch((error: unknown) => {
      const status = statusOf(error);
      if (status === 410 || status === 422) return null;
      throw error;
    });
    if (!invitation?.hasAccount) return { invitation, signedInEmail: null };
    const { loadMe } = await import('#web/signed-in/me.ts');
    return { invitation, signedInEmail: (await loadMe())?.email ?? null };
  },
  component: JoinPage,
});
