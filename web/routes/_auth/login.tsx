import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { landing } from '#shared/access.ts';
import { EntranceLink } from '#web/auth/EntranceLink.tsx';
import { LoginForm } from '#web/auth/LoginForm.tsx';
import { signIn } from '#web/auth/sign-in.ts';
import { termsAnswer } from '#web/auth/terms-cookie.ts';
import { AuthCard } from '#web/frames/AuthCard.tsx';
import { safeNext } from '#web/guard.ts';
import { loadMe } from '#web/me.ts';

const TermsDialog = lazy(async () => ({ default: (await import('#web/auth/TermsDialog.tsx')).TermsDialog }));

/** Log-in (`spec: access §2`). `role` is the entrance, `next` where the visitor wanted to go. */
function LoginPage() {
  const { role, next } = Route.useSearch();
  const { history } = useRouter();
  const [asksForTerms] = useState(() => termsAnswer() === null);
  return (
    <AuthCard
      title="Welcome"
      tab={role === 'admin' ? 'Admin | Sign in' : 'Sign in'}
      hint="Sign in to your account"
      after={<EntranceLink to="/signup">Create new account</EntranceLink>}
    >
      <LoginForm
        onSubmit={async ({ email, password }) => {
          const { redirect: home } = await signIn({ email, password, role: role ?? 'employer' });
          history.push(home === '/change-password' ? home : (next ?? home));
        }}
      />
      {asksForTerms ? (
        <Suspense fallback={null}>
          <TermsDialog />
        </Suspense>
      ) : null}
    </AuthCard>
  );
}

type Search = { role?: 'admin' | 'employer'; next?: string };

/** Every key is named: one that is left out would come through from the address as it was typed. */
function readSearch({ role, next }: Record<string, unknown>): Search {
  return { role: role === 'admin' || role === 'employer' ? role : undefined, next: safeNext(next) ?? undefined };
}

export const Route = createFileRoute('/_auth/login')({
  validateSearch: readSearch,
  beforeLoad: async ({ search }) => {
    const me = await loadMe();
    if (me) throw redirect({ href: search.next ?? landing(me.roles, me.companyId), replace: true });
  },
  component: LoginPage,
});
