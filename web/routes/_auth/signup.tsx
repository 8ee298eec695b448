import { Group, Radio } from '@mantine/core';
import { createFileRoute, redirect, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { landingPath } from '#shared/access/access.ts';
import type { SignupForm } from '#shared/accounts/auth.ts';
import { checkEmail, type Prefill, prefillOf, type SignupRole, signUp, clearDraft, readDraft } from '#web/auth/sign-up.ts';
import { handOverEmail } from '#web/auth/email-handover.ts';
import { SignupDetailsForm, SignupEmailForm } from '#web/auth/SignupDetailsForm.tsx';
import { AuthCard, SignInLink } from '#web/frames/AuthCard.tsx';
import { useBusy } from '#web/frames/use-busy.ts';
import { safeNext } from '#web/guard.ts';
import { loadMe } from '#web/me.ts';
import { toast } from '#web/ui/toast.ts';
import { t } from '#web/texts/app.ts';

const empty: SignupForm = {
  email: '',
  confirmEmail: '',
  firstName: '',
  lastName: '',
  phone: '',
  password: '',
  confirmPassword: '',
  acceptEmails: false,
};

/** The form's initial values: a landing page's, otherwise a draft's. Null shows the email step. */
function openingValues(prefill: Prefill | null): SignupForm | null {
  if (prefill) return { ...empty, ...prefill, confirmEmail: prefill.email };
  const draft = readDraft();
  return draft?.email ? { ...empty, ...draft } : null;
}

type SignupSearch = { role?: SignupRole | undefined; next?: string | undefined };

/** Where a person continues whose email already has an account, with the email passed to that screen. Null for a new email. */
async function findAccount(email: string, { role = 'employer', next }: SignupSearch) {
  const outcome = await checkEmail(email);
  if (outcome === 'sign-up') return null;
  handOverEmail(email);
  if (outcome === 'fast-login' && role === 'employer') return { to: '/fast-login' } as const;
  toast.info(t('signUp.thisEmailAlreadyHasAccount'));
  return { to: '/login', search: next ? { next } : {} } as const;
}

/** Sign-up for employers and drivers (`docs/product/access.md#sign-up`). */
function SignupPage() {
  const search = Route.useSearch();
  const { role = 'employer', next } = search;
  const { history } = useRouter();
  const navigate = useNavigate();
  const [values, setValues] = useState(() => openingValues(prefillOf(search)));

  const [checkedEmail, setCheckedEmail] = useState<string | null>(Route.useLoaderData());
  const { isBusy, whileBusy } = useBusy();

  const go = async (email: string) => {
    const existingAccount = await findAccount(email, search);
    if (existingAccount) return await navigate(existingAccount);
    setCheckedEmail(email);
    return setValues({ ...empty, email });
  };
  const finish = async (filled: SignupForm) => {
    if (filled.email !== checkedEmail) {
      const existingAccount = await findAccount(filled.email, search);
      if (existingAccount) {
        clearDraft();
        return await navigate(existingAccount);
      }
    }
    const { redirect: home } = await signUp(role, filled);
    return history.push(role === 'driver' && next ? next : home);
  };

  return (
    <AuthCard
      title={t('signUp.signUp')}
      hint={values ? undefined : t('signUp.enterEmailGetStarted')}
      isBusy={isBusy}
      after={
        <SignInLink to="/login" search={next ? { next } : {}}>
          {t('signUp.alreadyUsingProductSignExisting')}
        </SignInLink>
      }
    >
      <Radio.Group
        label={t('signUp.accountType')}
        value={role}
        onChange={(role) => void navigate({ to: '/signup', search: { ...search, role: role as SignupRole }, replace: true })}
      >
        <Group gap="lg" mt="xs">
          <Radio value="employer" label={t('signUp.imHiring')} />
          <Radio value="driver" label={t('signUp.imADriver')} />
        </Group>
      </Radio.Group>
      {values ? (
        <SignupDetailsForm initialValues={values} onSubmit={whileBusy(finish)} />
      ) : (
        <SignupEmailForm onSubmit={whileBusy(go)} />
      )}
    </AuthCard>
  );
}

/** The query parameters that a landing page can send. */
const prefillKeys = ['firstName', 'lastName', 'email', 'phone', 'param1', 'param2'] as const;

type Search = { role?: SignupRole; next?: string } & { [Key in (typeof prefillKeys)[number]]?: string | number };

/** Names every key, because a missing one would keep its raw value from the URL. */
function readSearch(search: Record<string, unknown>): Search {
  const { role, next } = search;
  const prefilledValues = prefillKeys.map((key) => {
    const value = search[key];
    return [key, typeof value === 'string' || typeof value === 'number' ? value : undefined] as const;
  });
  return {
    ...Object.fromEntries(prefilledValues),
    role: role === 'driver' || role === 'employer' ? role : undefined,
    next: safeNext(next) ?? undefined,
  };
}

export const Route = createFileRoute('/_auth/signup')({
  validateSearch: readSearch,
  beforeLoad: async ({ search }) => {
    const me = await loadMe();
    if (me) throw redirect({ href: search.next ?? landingPath(me.roles, me.companyId), replace: true });
  },
  loaderDeps: ({ search: { email } }) => ({ email }),
  // Choosing another account type changes the URL, but the email has already been checked.
  staleTime: Infinity,
  /** Checks the email from a landing page like a typed one. If the server cannot be reached, submitting the form checks it. */
  loader: async ({ deps, location }): Promise<string | null> => {
    const email = prefillOf(deps)?.email;
    if (!email) return null;
    const search = readSearch(location.search);
    const existingAccount = await findAccount(email, search).catch(() => undefined);
    if (existingAccount) throw redirect({ ...existingAccount, replace: true });
    return existingAccount === null ? email : null;
  },
  component: SignupPage,
});
