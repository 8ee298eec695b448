import { Group, Radio } from '@mantine/core';
import { createFileRoute, redirect, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { landingPath } from '#shared/access/access.ts';
import type { SignupForm } from '#shared/accounts/auth.ts';
import { checkEmail, type Prefill, getPrefill, type SignupRole, signUp, clearDraft, readDraft } from '#web/auth/sign-up.ts';
import { SignupDetailsForm, SignupEmailForm } from '#web/auth/SignupDetailsForm.tsx';
import { saveTypedEmail } from '#web/auth/typed-email.ts';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { useBusy } from '#web/layouts/use-busy.ts';
import { safeNext } from '#web/signed-in/guard.ts';
import { loadMe } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';

const emptyForm: SignupForm = {
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
function initialValuesFrom(prefill: Prefill | null): SignupForm | null {
  if (prefill) return { ...emptyForm, ...prefill, confirmEmail: prefill.email };
  const draft = readDraft();
  return draft?.email ? { ...emptyForm, ...draft } : null;
}

type SignupSearch = { role?: SignupRole | undefined; next?: string | undefined };

/** The next screen for an email that already has an account. That screen starts with the email. Null for a new email. */
async function findNextScreen(email: string, { role = 'employer', next }: SignupSearch) {
  const outcome = await checkEmail(email);
  if (outcome === 'sign-up') return null;
  saveTypedEmail(email);
  if (outcome === 'fast-login' && role === 'employer') return { to: '/fast-login' } as const;
  toast.info(t('signUp.emailHasAccount'));
  return { to: '/login', search: next ? { next } : {} } as const;
}

/** Sign-up for employers and drivers (`docs/product/access.md#sign-up`). */
function SignupPage() {
  const search = Route.useSearch();
  const { role = 'employer', next } = search;
  const { history } = useRouter();
  const navigate = useNavigate();
  const [values, setValues] = useState(() => initialValuesFrom(getPrefill(search)));

  const [checkedEmail, setCheckedEmail] = useState<string | null>(Route.useLoaderData());
  const { isBusy, whileBusy } = useBusy();

  const continueWithEmail = async (email: string) => {
    const nextScreen = await findNextScreen(email, search);
    if (nextScreen) return await navigate(nextScreen);
    setCheckedEmail(email);
    return setValues({ ...emptyForm, email });
  };
  const finish = async (formValues: SignupForm) => {
    if (formValues.email !== checkedEmail) {
      const nextScreen = await findNextScreen(formValues.email, search);
      if (nextScreen) {
        clearDraft();
        return await navigate(nextScreen);
      }
    }
    const { redirect: redirectPath } = await signUp(role, formValues);
    return history.push(role === 'driver' && next ? next : redirectPath);
  };

  return (
    <AuthCard
      title={t('signUp.signUp')}
      hint={values ? undefined : t('signUp.signUpHint')}
      isBusy={isBusy}
      footer={
        <RouterAnchor to="/login" search={next ? { next } : {}}>
          {t('signUp.existingAccountSignIn')}
        </RouterAnchor>
      }
    >
      <Radio.Group
        label={t('signUp.accountType')}
        value={role}
        onChange={(role) => void navigate({ to: '/signup', search: { ...search, role }, replace: true })}
      >
        <Group gap="lg" mt="xs">
          <Radio value="employer" label={t('signUp.imHiring')} />
          <Radio value="driver" label={t('signUp.imADriver')} />
        </Group>
      </Radio.Group>
      {values ? (
        <SignupDetailsForm initialValues={values} onSubmit={whileBusy(finish)} />
      ) : (
        <SignupEmailForm onSubmit={whileBusy(continueWithEmail)} />
      )}
    </AuthCard>
  );
}

/** The query parameters that a landing page can send. */
const prefillKeys = ['firstName', 'lastName', 'email', 'phone', 'param1', 'param2'] as const;

type Search = { role?: SignupRole; next?: string } & { [Key in (typeof prefillKeys)[number]]?: string | number };

/** Sets every key, because the router keeps the raw URL value of a key that is missing here. */
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
    const email = getPrefill(deps)?.email;
    if (!email) return null;
    const search = readSearch(location.search);
    const nextScreen = await findNextScreen(email, search).catch(() => undefined);
    if (nextScreen) throw redirect({ ...nextScreen, replace: true });
    return nextScreen === null ? email : null;
  },
  component: SignupPage,
});
