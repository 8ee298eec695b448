import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { landingPath } from '#shared/access/access.ts';
import type { SocialSource } from '#shared/accounts/sign-in.ts';
import { getTermsAnswer } from '#web/auth/cookies.ts';
import { LoginForm } from '#web/auth/LoginForm.tsx';
import { SocialButtons } from '#web/auth/SocialButtons.tsx';
import { tabOf } from '#web/auth/tab-title.ts';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { useBusy } from '#web/layouts/use-busy.ts';
import { type SignInPageRole, roleOf } from '#web/session/sign-in-role.ts';
import { safeNext } from '#web/signed-in/guard.ts';
import { loadMe } from '#web/signed-in/me.ts';
import { t } from '#web/texts/start.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';

/** Loaded after the form, because most visits need only the form. */
const TermsDialog = lazy(async () => ({ default: (await import('#web/auth/SignInParts.tsx')).TermsDialog }));
const CompanySignInButton = lazyPart(async () => (await import('#web/auth/SignInParts.tsx')).CompanySignInButton);
const CodeButton = lazyPart(async () => (await import('#web/auth/SignInParts.tsx')).CodeButton);
const PasskeyButton = lazyPart(async () => (await import('#web/auth/SignInParts.tsx')).PasskeyButton);

/**
 * The sign-in page (`docs/product/access.md#sign-in`). `role` selects the page's variant, and `next` is the path to
 * continue on.
 */
function LoginPage() {
  const { role, next } = Route.useSearch();
  const isForDrivers = next?.startsWith('/members');
  const { history } = useRouter();
  const [shouldAskForTerms] = useState(() => getTermsAnswer() === null);
  const { isBusy, whileBusy } = useBusy();
  return (
    <AuthCard
      title={t('signIn.welcome')}
      tabTitle={tabOf(role, t('ui.signIn'))}
      hint={t('signIn.welcomeHint')}
      isBusy={isBusy}
      footer={
        <RouterAnchor to="/signup" search={{ ...(isForDrivers && { role: 'driver' }), ...(next && { next }) }}>
          {t('signIn.createNewAccount')}
        </RouterAnchor>
      }
    >
      <LoginForm
        onSubmit={whileBusy(async ({ email, password }) => {
          const { signIn } = await import('#web/auth/sign-in.ts');
          const { redirect: redirectPath } = await signIn({ email, password, role: role ?? 'employer' }, next);
          history.push(redirectPath);
        })}
        renderForgotPassword={(keepEmail) => (
          <RouterAnchor to="/forgot-password" search={{ role: role ?? 'employer' }} size="sm" w="fit-content" onClick={keepEmail}>
            {t('signIn.forgottenPassword')}
          </RouterAnchor>
        )}
      />
      <SocialButtons
        onChoose={whileBusy(async (source: SocialSource) => {
          const { redirectToSocialProvider: redirectToProvider } = await import('#web/auth/social-redirect.ts');
          await redirectToProvider(source, { next, role });
        })}
      />
      <Suspense fallback={null}>
        {role === 'admin' ? null : <CodeButton next={next} onSignedIn={(redirectPath) => history.push(redirectPath)} />}
        <PasskeyButton
          onChoose={whileBusy(async () => {
            const { signInWithPasskey } = await import('#web/auth/sign-in.ts');
            const { redirect: redirectPath } = await signInWithPasskey(next);
            history.push(redirectPath);
          })}
        />
        <CompanySignInButton
          onChoose={whileBusy(async (email: string) => {
            const { redirectToIdentityProvider: redirectToCompany } = await import('#web/auth/company-sign-in.ts');
            await redirectToCompany(email, { next, role });
          })}
        />
        {shouldAskForTerms ? <TermsDialog /> : null}
      </Suspense>
    </AuthCard>
  );
}

type Search = { role?: SignInPageRole; next?: string };

/** Sets every key, because the router keeps the raw URL value of a key that is missing here. */
function readSearch(search: Record<string, unknown>): Search {
  return { role: roleOf(search), next: safeNext(search['next']) ?? undefined };
}

export const Route = createFileRoute('/_auth/login')({
  // Part of the first page load, because most visits to the app begin here.
  codeSplitGroupings: [],
  validateSearch: readSearch,
  beforeLoad: async ({ search }) => {
    const me = await loadMe();
    if (me) throw redirect({ href: search.next ?? landingPath(me.roles, me.companyId), replace: true });
  },
  component: LoginPage,
});
